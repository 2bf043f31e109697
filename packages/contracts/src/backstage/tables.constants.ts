export const orders = ['asc', 'desc'] as const
export type Order = (typeof orders)[number]

export const MAX_BULK = 500
/** Code points after trimming. */
export const MAX_REASON_LENGTH = 500

/** `file`: columns in the exported file, by default one with the same name; empty for a column of buttons. */
interface TableColumn {
  sort?: true
  file?: readonly string[]
}
/** Keyed by the name used in page, address and file, in page order. */
export type TableColumns = Readonly<Record<string, TableColumn>>

export type SortColumn<C extends TableColumns> = {
  [K in keyof C]: C[K] extends { sort: true } ? K : never
}[keyof C] &
  string
export type FileColumn<C extends TableColumns> = {
  [K in keyof C]: C[K] extends { file: readonly (infer F)[] } ? F : K
}[keyof C] &
  string

export const sortColumns = <C extends TableColumns>(columns: C) =>
  Object.keys(columns).filter((name) => columns[name]!.sort) as SortColumn<C>[]

export const fileColumnsOf = (columns: TableColumns, name: string): readonly string[] => columns[name]!.file ?? [name]
