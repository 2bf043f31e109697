import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Segmented from 'antd/es/segmented'
import { useTranslation } from 'react-i18next'
import { analyticsRanges } from '@toile/contracts/analytics/analytics.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { useTable } from '../table/use-table.js'
import { Charts } from './Charts.js'
import { Figures } from './Figures.js'
import { PageList } from './PageList.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './analytics.css'

await loadNamespaces('analytics-backstage')

const ASK_EVERY_MS = 60_000

export function AnalyticsPage() {
  const { t } = useTranslation()
  const { state, set } = useTable(['range'])
  const range = analyticsRanges.find((one) => one === state.filters['range']) ?? '7d'
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['backstage', 'analytics', range],
    queryFn: ({ signal }) => backstageApi.getAnalytics({ range }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  return (
    <div className="analytics">
      <header className="analytics-head">
        <PageHeading title={t('analytics-backstage:title')} />
        <Segmented
          size="small"
          aria-label={t('analytics-backstage:range')}
          options={analyticsRanges.map((one) => ({ value: one, label: t(`analytics-backstage:ranges.${one}`) }))}
          value={range}
          onChange={(one) => set({ range: one })}
        />
      </header>
      <p className="muted backstage-about">
        {t(`analytics-backstage:before.${range}`)} {t('analytics-backstage:about')}
      </p>
      {error && !data && <LoadFailed text={t('analytics-backstage:failed')} of={{ error, refetch }} />}
      {!data && !error && <Skeleton height={640} />}
      {data && (
        <div className="analytics-body" aria-busy={isPlaceholderData || undefined}>
          <Figures now={data.now} before={data.before} />
          <Charts data={data} />
          <PageList pages={data.pages} state={state} set={set} />
        </div>
      )}
    </div>
  )
}
