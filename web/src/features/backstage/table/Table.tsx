import type { ReactNode } from 'react'
import type { TableColumn } from './table.js'

/** A table of the back office: a caption for the ears, a head a column, a row a thing. Every table here is this one. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  markOf,
  className = '',
  foot,
}: {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What a row tells the style sheets and the tests: `{ 'data-late': true }`. */
  markOf?: (row: Row) => Record<`data-${string}`, string | boolean | undefined>
  className?: string
  /** A row below all others. */
  foot?: ReactNode
}) {
  const isGrouped = columns.some(({ group }) => group)
  return (
    <table className={`backstage-table ${className}`}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map((column, at) =>
            column.group === undefined ? (
              <Head key={column.name} column={column} rowSpan={isGrouped ? 2 : undefined} />
            ) : (
              column.group !== columns[at - 1]?.group && (
                <th
                  key={column.group}
                  scope="colgroup"
                  colSpan={columns.filter(({ group }) => group === column.group).length}
                  data-group
                >
                  {column.group}
                </th>
              )
            ),
          )}
        </tr>
        {isGrouped && (
          <tr>{columns.map((column) => column.group !== undefined && <Head key={column.name} column={column} />)}</tr>
        )}
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...markOf?.(row)}>
            {columns.map(({ name, number, isHead, className, cell }) => {
              const Cell = isHead ? 'th' : 'td'
              return (
                <Cell key={name} scope={isHead && 'row'} className={className} data-number={number} data-column={name}>
                  {isolated(cell(row))}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}

/** Words stand in their own direction, whatever the column's is. */
const isolated = (cell: ReactNode) => (typeof cell === 'string' ? <bdi>{cell}</bdi> : cell)

function Head<Row>({
  column: { label, number, className, isUnseen, sorted },
  rowSpan,
}: {
  column: TableColumn<Row>
  rowSpan?: number | undefined
}) {
  return (
    <th scope="col" rowSpan={rowSpan} className={className} data-number={number} aria-sort={sorted}>
      {isUnseen ? <span className="visually-hidden">{label}</span> : label}
    </th>
  )
}
