export const orders = ['asc', 'desc'] as const
export type Order = (typeof orders)[number]

export const MAX_BULK = 500
/** Counted in code points of the cleaned text (see texts.ts). */
export const MAX_REASON_LENGTH = 500

/** `file`: the names of this column in the exported file (default: its own name). Columns of buttons have no names. */
interface TableColumn {
  sort?: true
  file?: readonly string[]
}
/** Columns in page order. Each key is the column's name in the page, in the URL and, without `file`, in the file. */
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
