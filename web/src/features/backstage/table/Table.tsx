import AntdTable from 'antd/es/table'
import type { ColumnsType, TableProps } from 'antd/es/table'
import type { ReactNode } from 'react'
import type { TableColumn } from './table.js'
import type { SetTable, TableState } from './use-table.js'
import './table.css'

export function Table<Row extends object>({
  label,
  columns,
  rows,
  keyOf,
  markOf,
  className = '',
  foot,
  sorting,
  selection,
  isStale = false,
}: {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Data attributes for style sheets and tests: `{ 'data-late': true }`. */
  markOf?: (row: Row) => Record<`data-${string}`, string | boolean | undefined>
  className?: string
  foot?: ReactNode
  sorting?: { state: TableState; set: SetTable }
  selection?: TableProps<Row>['rowSelection'] | undefined
  /** Whether `rows` belong to the previous query, whose rows are shown until the new rows are loaded. */
  isStale?: boolean
}) {
  return (
    <AntdTable<Row>
      className={`backstage-table ${className}`}
      caption={<span className="visually-hidden">{label}</span>}
      columns={columnsOf(columns, sorting?.state)}
      dataSource={rows}
      rowKey={keyOf}
      onRow={(row) => ({ ...markOf?.(row) })}
      loading={isStale}
      pagination={false}
      showSorterTooltip={false}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? sorter[0]! : sorter
        sorting?.set({
          sort: order ? String(columnKey) : undefined,
          order: order ? (order === 'descend' ? 'desc' : 'asc') : undefined,
        })
      }}
      {...(selection && { rowSelection: selection })}
      {...(foot && { summary: () => foot })}
    />
  )
}

function columnsOf<Row>(columns: readonly TableColumn<Row>[], state?: TableState): ColumnsType<Row> {
  return columns.flatMap((column, at): ColumnsType<Row> => {
    const { group } = column
    if (group === undefined) return [columnOf(column, state)]
    if (group === columns[at - 1]?.group) return []
    const children = columns.filter((one) => one.group === group).map((one) => columnOf(one, state))
    return [{ key: group, title: group, align: 'end', children }]
  })
}

function columnOf<Row>(column: TableColumn<Row>, state?: TableState): ColumnsType<Row>[number] {
  const { name, label, isUnseen, number, isHead, className, cell, sortable } = column
  const marks = () => ({ className, 'data-column': name, 'data-number': number })
  return {
    key: name,
    title: isUnseen ? <span className="visually-hidden">{label}</span> : label,
    align: number ? 'end' : 'start',
    render: (_value, row) => isolated(cell(row)),
    onCell: marks,
    onHeaderCell: marks,
    ...(isHead && { rowScope: 'row' }),
    ...(state &&
      sortable && {
        sorter: true,
        sortOrder: state.sort !== name ? null : state.order === 'desc' ? 'descend' : 'ascend',
        sortIcon: ({ sortOrder }) => (
          <span className="backstage-sorted" aria-hidden="true">
            {sortOrder && (sortOrder === 'ascend' ? '↑' : '↓')}
          </span>
        ),
      }),
  }
}

/** Text in <bdi> takes its direction from its own characters, while the cell keeps the direction of the page. */
const isolated = (cell: ReactNode) => (typeof cell === 'string' ? <bdi>{cell}</bdi> : cell)
