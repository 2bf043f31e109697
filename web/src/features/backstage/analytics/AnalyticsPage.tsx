import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Segmented from 'antd/es/segmented'
import { useTranslation } from 'react-i18next'
import type { analyticsRoutes } from '@toile/contracts/analytics/analytics'
import { analyticsRanges } from '@toile/contracts/analytics/analytics.constants'
import { ask } from '../../../lib/api.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { useTable } from '../table/use-table.js'
import { Charts } from './Charts.js'
import { Figures } from './Figures.js'
import { PageList } from './PageList.js'
import './words.js'
import './analytics.css'

const ASK_EVERY_MS = 60_000

/** What people look at and for how long, and what comes to this Toile. */
export function AnalyticsPage() {
  const { t } = useTranslation()
  const { state, set } = useTable(['range'])
  const range = analyticsRanges.find((one) => one === state.filters['range']) ?? '7d'
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['backstage', 'analytics', range],
    queryFn: ({ signal }) =>
      ask<typeof analyticsRoutes.getAnalytics>('GET', '/backstage/analytics', { range }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  return (
    <div className="analytics">
      <header className="analytics-head">
        <PageHeading title={t('analytics.title')} />
        <Segmented
          size="small"
          aria-label={t('analytics.range')}
          options={analyticsRanges.map((one) => ({ value: one, label: t(`analytics.ranges.${one}`) }))}
          value={range}
          onChange={(one) => set({ range: one })}
        />
      </header>
      <p className="muted backstage-about">
        {t(`analytics.before.${range}`)} {t('analytics.about')}
      </p>
      {error && !data && (
        <LoadFailed text={t('analytics.failed')} reason={error.message} retry={() => void refetch()} />
      )}
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
