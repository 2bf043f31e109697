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
  /** Whether the rows can be sorted by this column. `name` is then the sort key in the address. */
  sortable?: true | undefined
  className?: string
  cell: (row: Row) => ReactNode
}

export interface Column<Row, Name extends string = string> extends TableColumn<Row> {
  name: Name
  hidden?: true
}

/** `sortable` is missing, because `backstageColumns` defines which columns can be sorted and exported. */
export type ColumnOf<T extends BackstageTableName, Row> = Omit<
  Column<Row, keyof (typeof backstageColumns)[T] & string>,
  'sortable'
>

/** `name` is the name of the query parameter in the API. */
export type TableFilter =
  | { name: string; label: string; kind?: 'choice'; options: readonly { value: string; label: string }[] }
  | { name: string; label: string; kind: 'date' }

export interface BulkAction {
  label: string
  /** Describes the consequence for `count` rows: 'Hides 14 works.' */
  consequence: (count: number) => string
  done: (count: number) => string
  asksReason?: true
  /** With `dryRun`, nothing is changed. The response then states what would be done. */
  run: (wanted: { ids: string[]; dryRun: boolean; reason: string }) => Promise<BulkResponse>
  /** `ids` are the rows that the action changed. The toast after the action offers this undo. */
  undo?: (ids: string[]) => Promise<unknown>
}
