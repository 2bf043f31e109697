import type { ReactNode } from 'react'
import type { backstageColumns, BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import type { BulkResponse } from '@toile/contracts/backstage/tables'

/** A column of a table of the back office. */
export interface TableColumn<Row> {
  name: string
  label: string
  /** The label is for the ears alone: what stands below says enough to the eyes. */
  isUnseen?: true
  /** Numbers stand at the end of their cell. */
  number?: true
  /** Its cells say what their rows are. */
  isHead?: true
  /** The words above its label and those of its neighbours in the same group. */
  group?: string
  /** Rows can be sorted by it, under its name. */
  sortable?: true | undefined
  className?: string
  cell: (row: Row) => ReactNode
}

/** A column of a list that the server sorts and pages. */
export interface Column<Row, Name extends string = string> extends TableColumn<Row> {
  name: Name
  /** Not shown until somebody chooses it. */
  hidden?: true
}

/** A column of this list: whether it sorts, and what of it stands in the file, is said in `backstageColumns`. */
export type ColumnOf<T extends BackstageTableName, Row> = Omit<
  Column<Row, keyof (typeof backstageColumns)[T] & string>,
  'sortable'
>

/** A filter above the table; its name is the one that the API knows. */
export type TableFilter =
  | { name: string; label: string; kind?: 'choice'; options: readonly { value: string; label: string }[] }
  | { name: string; label: string; kind: 'date' }

/** What can be done to all selected rows at once. */
export interface BulkAction {
  /** The button's, and the dialog's title. */
  label: string
  /** What follows for how many, in a sentence: 'Hides 14 works.' */
  consequence: (count: number) => string
  /** What was done, for the toast. */
  done: (count: number) => string
  /** Whether the action asks why. */
  asksReason?: true
  /** Does it, or tries it where `dryRun` is set. */
  run: (wanted: { ids: string[]; dryRun: boolean; reason: string }) => Promise<BulkResponse>
  /** Takes it back for those rows that it changed: the toast offers it. */
  undo?: (ids: string[]) => Promise<unknown>
}
