import type { TableProps } from 'antd/es/table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { backstageColumns, type BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import type { TableColumns } from '@toile/contracts/backstage/tables.constants'
import { LoadFailed, Notice } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { BulkBar } from './BulkBar.js'
import { ColumnPicker, useColumns } from './ColumnPicker.js'
import { ExportButton } from './ExportButton.js'
import { Filters } from './Filters.js'
import { Pager } from './Pager.js'
import { Table } from './Table.js'
import type { BulkAction, ColumnOf, TableFilter } from './table.js'
import { useTable } from './use-table.js'

const PAGE_SIZE = 24

export type TableQuery = Record<string, string | number | undefined>

/** The server applies the sort order, filters and page in the address. The chosen columns are stored on this device. */
export function BackstageTable<Row extends { id: string }, T extends BackstageTableName>({
  name,
  label,
  columns,
  filters = [],
  searchLabel,
  load,
  bulk = [],
  nameOf,
  empty,
  children,
}: {
  /** Key in `backstageColumns`. It is also part of the query key and of the storage key of the chosen columns. */
  name: T
  label: string
  columns: readonly ColumnOf<T, Row>[]
  filters?: readonly TableFilter[]
  /** Label of the search field, which states what is searched. Without this label, the table has no search. */
  searchLabel?: string
  load: (asked: TableQuery, signal: AbortSignal) => Promise<{ items: Row[]; total: number }>
  bulk?: readonly BulkAction[]
  /** The name of a row in the label of its checkbox and in the list of skipped rows. */
  nameOf: (row: Row) => string
  empty: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { state, set } = useTable(['q', ...filters.map((filter) => filter.name)])
  const declared: TableColumns = backstageColumns[name]
  const { shown, chosen, choose } = useColumns(
    name,
    columns.map((column) => ({ ...column, sortable: declared[column.name]!.sort })),
  )
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = { page: state.page, pageSize: PAGE_SIZE, sort: state.sort, order: state.order, ...state.filters }
  const list = useQuery({
    queryKey: ['backstage', name, asked],
    queryFn: ({ signal }) => load(asked, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data } = list
  const selection: TableProps<Row>['rowSelection'] = {
    selectedRowKeys: [...selected.keys()],
    // Rows of other pages stay selected.
    preserveSelectedRowKeys: true,
    onChange: (keys, rows) =>
      setSelected(new Map(keys.map((key, at) => [`${key}`, selected.get(`${key}`) ?? nameOf(rows[at]!)]))),
    getTitleCheckboxProps: () => ({ 'aria-label': t('backstage:table.selectAll') }),
    getCheckboxProps: (row) => ({ 'aria-label': t('backstage:table.select', { name: nameOf(row) }) }),
  }
  const isFiltered = Object.keys(state.filters).length > 0
  return (
    <section className="backstage-list" aria-label={label}>
      <div className="backstage-list-head">
        <Filters filters={filters} searchLabel={searchLabel} values={state.filters} set={set} />
        <div className="backstage-list-actions">
          <ColumnPicker columns={columns} chosen={chosen} choose={choose} />
          <ExportButton
            name={name}
            label={label}
            state={state}
            filters={filters}
            columns={shown.map((column) => column.name)}
            total={data?.total ?? 0}
          />
          {children}
        </div>
      </div>
      {bulk.length > 0 && selected.size > 0 && (
        <BulkBar actions={bulk} selected={selected} clear={() => setSelected(new Map())} />
      )}
      {list.isError && <LoadFailed text={t('backstage:table.failed')} of={list} />}
      {!data && !list.isError && <Skeleton height={480} />}
      {data?.items.length === 0 &&
        (isFiltered || state.page > 1 ? <Notice text={t('backstage:table.noneFound')} /> : empty)}
      {data && data.items.length > 0 && (
        <Table
          label={label}
          columns={shown}
          rows={data.items}
          keyOf={({ id }) => id}
          sorting={{ state, set }}
          isStale={list.isPlaceholderData}
          selection={bulk.length > 0 ? selection : undefined}
        />
      )}
      {data && <Pager page={state.page} pageSize={PAGE_SIZE} total={data.total} set={set} />}
    </section>
  )
}
