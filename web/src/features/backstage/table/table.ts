import type { ReactNode } from 'react'
import type { backstageColumns, BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import type { BulkResponse } from '@toile/contracts/backstage/tables'

export interface TableColumn<Row> {
  name: string
  label: string
  /** The label is for screen readers only. */
  isUnseen?: true
  /** Aligned to the end. */
  number?: true
  /** Its cells are row headers. */
  isHead?: true
  /** Heading over its label and its neighbours' in the same group. */
  group?: string
  /** Sortable under its name. */
  sortable?: true | undefined
  className?: string
  cell: (row: Row) => ReactNode
}

/** A column of a list that the server sorts and pages. */
export interface Column<Row, Name extends string = string> extends TableColumn<Row> {
  name: Name
  /** Hidden by default. */
  hidden?: true
}

/** `backstageColumns` defines which columns sort and which are exported. */
export type ColumnOf<T extends BackstageTableName, Row> = Omit<
  Column<Row, keyof (typeof backstageColumns)[T] & string>,
  'sortable'
>

/** Its name is the API's. */
export type TableFilter =
  | { name: string; label: string; kind?: 'choice'; options: readonly { value: string; label: string }[] }
  | { name: string; label: string; kind: 'date' }

/** An action on all selected rows. */
export interface BulkAction {
  /** Button label and dialog title. */
  label: string
  /** Consequence for `count` rows: 'Hides 14 works.' */
  consequence: (count: number) => string
  /** Toast text. */
  done: (count: number) => string
  /** Requires a reason. */
  asksReason?: true
  /** `dryRun` only checks. */
  run: (wanted: { ids: string[]; dryRun: boolean; reason: string }) => Promise<BulkResponse>
  /** Undoes it for the changed rows; offered in the toast. */
  undo?: (ids: string[]) => Promise<unknown>
}
