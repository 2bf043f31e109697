import { useTranslation } from 'react-i18next'
import { Table } from './Table.js'
import type { Column, TableColumn } from './table.js'
import type { TableState } from './use-table.js'

type Selected = ReadonlyMap<string, string>

/** The rows of a list: heads that sort, and a checkbox a row where rows can be selected. */
export function Rows<Row extends { id: string }>({
  label,
  columns,
  rows,
  state,
  set,
  isStale,
  nameOf,
  selected,
  setSelected,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  state: TableState
  set: (changes: Record<string, string | undefined>) => void
  /** These are the rows of the page before: the wanted ones are on their way. */
  isStale: boolean
  nameOf: (row: Row) => string
  selected?: Selected
  setSelected?: (selected: Selected) => void
}) {
  const { t } = useTranslation()
  const areAll = rows.every(({ id }) => selected?.has(id))
  const select = (changed: readonly Row[], is: boolean) => {
    const after = new Map(selected)
    for (const row of changed)
      if (is) after.set(row.id, nameOf(row))
      else after.delete(row.id)
    setSelected?.(after)
  }
  const check: TableColumn<Row> = {
    name: 'check',
    className: 'backstage-check',
    label: (
      <input
        type="checkbox"
        aria-label={t('backstage:table.selectAll')}
        checked={areAll}
        onChange={(event) => select(rows, event.target.checked)}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={t('backstage:table.select', { name: nameOf(row) })}
        checked={selected?.has(row.id) ?? false}
        onChange={(event) => select([row], event.target.checked)}
      />
    ),
  }
  return (
    <div className="backstage-scroll" role="region" aria-label={label} tabIndex={0} aria-busy={isStale || undefined}>
      <Table
        label={label}
        columns={[...(setSelected ? [check] : []), ...columns.map((column) => sorting(column, state, set))]}
        rows={rows}
        keyOf={({ id }) => id}
        markOf={({ id }) => ({ 'data-selected': selected?.has(id) || undefined })}
      />
    </div>
  )
}

/** A column whose head sorts, where the API can sort by it. It goes round: up, down, as it came. */
function sorting<Row>(
  column: Column<Row>,
  { sort, order = 'asc' }: TableState,
  set: (changes: Record<string, string | undefined>) => void,
): TableColumn<Row> {
  const { name, label, sortable } = column
  if (!sortable) return column
  const isSorted = sort === name
  const next = !isSorted
    ? { sort: name, order: 'asc' }
    : order === 'asc'
      ? { order: 'desc' }
      : { sort: undefined, order: undefined }
  return {
    ...column,
    sorted: isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined,
    label: (
      <button type="button" className="backstage-sort" onClick={() => set(next)}>
        {label}
        <span aria-hidden="true">{isSorted ? (order === 'asc' ? '↑' : '↓') : ''}</span>
      </button>
    ),
  }
}
