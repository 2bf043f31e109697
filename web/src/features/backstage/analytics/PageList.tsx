import { useTranslation } from 'react-i18next'
import type { Analytics } from '@toile/contracts/analytics/analytics'
import { formatNumber } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { Table } from '../table/Table.js'
import type { TableColumn } from '../table/table.js'
import type { SetTable, TableState } from '../table/use-table.js'
import { timeWords } from './numbers.js'

type Row = Analytics['pages'][number]

/** Views and durations per page. There are few rows, so they are sorted in the browser. */
export function PageList({ pages, state, set }: { pages: Analytics['pages']; state: TableState; set: SetTable }) {
  const { t } = useTranslation()
  const columns: TableColumn<Row>[] = [
    { name: 'path', label: t('analytics-backstage:path'), sortable: true, cell: ({ path }) => <code>{path}</code> },
    {
      name: 'views',
      label: t('analytics-backstage:pageViews'),
      sortable: true,
      number: true,
      cell: ({ views }) => formatNumber(views),
    },
    {
      name: 'viewsBefore',
      label: t('analytics-backstage:pageBefore'),
      sortable: true,
      number: true,
      cell: ({ viewsBefore }) => formatNumber(viewsBefore),
    },
    {
      name: 'medianSeconds',
      label: t('analytics-backstage:pageMedian'),
      sortable: true,
      number: true,
      cell: ({ medianSeconds }) => timeWords(t, medianSeconds),
    },
    {
      name: 'p90Seconds',
      label: t('analytics-backstage:pageP90'),
      sortable: true,
      number: true,
      cell: ({ p90Seconds }) => timeWords(t, p90Seconds),
    },
  ]
  const by = columns.find(({ name }) => name === state.sort)?.name as keyof Row | undefined
  const rows = [...pages]
  const down = state.order === 'desc' ? -1 : 1
  if (by) rows.sort((one, other) => down * compare(one[by], other[by]))
  return (
    <section className="analytics-pages" aria-label={t('analytics-backstage:pages')}>
      <h2>{t('analytics-backstage:pages')}</h2>
      {rows.length === 0 ? (
        <Notice text={t('analytics-backstage:noViews')} />
      ) : (
        <>
          <p className="muted">{t('analytics-backstage:pagesAbout')}</p>
          <Table
            label={t('analytics-backstage:pages')}
            columns={columns}
            rows={rows}
            keyOf={({ path }) => path}
            sorting={{ state, set }}
          />
        </>
      )}
    </section>
  )
}

/** Null counts as less than any number. */
function compare(one: string | number | null, other: string | number | null): number {
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other)
  return Number(one ?? -1) - Number(other ?? -1)
}
