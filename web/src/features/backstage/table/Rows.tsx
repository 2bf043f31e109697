import { useTranslation } from 'react-i18next'
import type { Column } from './table.js'
import type { TableState } from './use-table.js'

type Selected = ReadonlyMap<string, string>

/** The table itself: heads that sort, and a checkbox a row where rows can be selected. */
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
  return (
    <div className="office-scroll" role="region" aria-label={label} tabIndex={0} aria-busy={isStale || undefined}>
      <table className="office-table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {setSelected && (
              <th scope="col" className="office-check">
                <input
                  type="checkbox"
                  aria-label={t('table.selectAll')}
                  checked={areAll}
                  onChange={(event) => select(rows, event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} state={state} set={set} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-selected={selected?.has(row.id) || undefined}>
              {setSelected && (
                <td className="office-check">
                  <input
                    type="checkbox"
                    aria-label={t('table.select', { name: nameOf(row) })}
                    checked={selected?.has(row.id) ?? false}
                    onChange={(event) => select([row], event.target.checked)}
                  />
                </td>
              )}
              {columns.map(({ name, number, cell }) => (
                <td key={name} data-number={number}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The head of a column. One that can be sorted by goes round: up, down, as it came. */
function Head<Row>({
  column: { name, label, number, sortable },
  state: { sort, order = 'asc' },
  set,
}: {
  column: Column<Row>
  state: TableState
  set: (changes: Record<string, string | undefined>) => void
}) {
  if (!sortable)
    return (
      <th scope="col" data-number={number}>
        {label}
      </th>
    )
  const isSorted = sort === name
  const next = !isSorted
    ? { sort: name, order: 'asc' }
    : order === 'asc'
      ? { order: 'desc' }
      : { sort: undefined, order: undefined }
  return (
    <th
      scope="col"
      data-number={number}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className="office-sort" onClick={() => set(next)}>
        {label}
        <span aria-hidden="true">{isSorted ? (order === 'asc' ? '↑' : '↓') : ''}</span>
      </button>
    </th>
  )
}
