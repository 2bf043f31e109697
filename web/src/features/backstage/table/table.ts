import type { ReactNode } from 'react'
import type { backstageColumns, BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import type { BulkResponse } from '@toile/contracts/backstage/tables'

export interface TableColumn<Row> {
  name: string
  label: string
  /** The label is for screen readers only. */
  isUnseen?: true
  number?: true
  isHead?: true
  /** Heading over the labels of this column and of its neighbours in the same group. */
  group?: string
  /** Whether the server can sort by this column's `name`. */
  sortable?: true | undefined
  className?: string
  cell: (row: Row) => ReactNode
}

export interface Column<Row, Name extends string = string> extends TableColumn<Row> {
  name: Name
  hidden?: true
}

/** `backstageColumns` defines which columns sort and which are exported. */
export type ColumnOf<T extends BackstageTableName, Row> = Omit<
  Column<Row, keyof (typeof backstageColumns)[T] & string>,
  'sortable'
>

/** `name` is the API's query parameter. */
export type TableFilter =
  | { name: string; label: string; kind?: 'choice'; options: readonly { value: string; label: string }[] }
  | { name: string; label: string; kind: 'date' }

export interface BulkAction {
  label: string
  /** Consequence for `count` rows: 'Hides 14 works.' */
  consequence: (count: number) => string
  done: (count: number) => string
  asksReason?: true
  /** `dryRun` only checks. */
  run: (wanted: { ids: string[]; dryRun: boolean; reason: string }) => Promise<BulkResponse>
  /** Undoes the action for the changed rows; offered in the toast. */
  undo?: (ids: string[]) => Promise<unknown>
}
