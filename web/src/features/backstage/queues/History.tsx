import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '@toile/contracts/route'
import { historyRanges, type HistoryRange } from '@toile/contracts/queues/queues.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { formatDuration } from './figures.js'
import { Sparkline } from './Sparkline.js'
import type { Routes } from '@toile/contracts/routes'

type Point = ResponseOf<Routes['queueHistory']>['points'][number]

const hours: Record<HistoryRange, number> = { '24h': 24, '7d': 168, '90d': 2_160 }
const ASK_EVERY_MS = 60_000

export function History({ name }: { name: string }) {
  const { t } = useTranslation()
  const [range, setRange] = useState<HistoryRange>('24h')
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['backstage', 'history', name, range],
    queryFn: ({ signal }) => backstageApi.queueHistory({ name, range }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  const spanMs = hours[data?.range ?? range] * 3_600_000
  const xOf = (iso: string) => 1 - (dataUpdatedAt - Date.parse(iso)) / spanMs
  const within = (at: number) => Math.min(1, Math.max(0, at))
  const seconds = (value: number) => formatDuration(t, value)
  const charts: { label: string; value: (point: Point) => number | null; words: (value: number) => string }[] = [
    { label: t('backstage:queues.history.waiting'), value: (point) => point.waiting, words: formatNumber },
    { label: t('backstage:queues.column.oldest'), value: (point) => point.oldestSeconds, words: seconds },
    { label: t('backstage:queues.column.completed'), value: (point) => point.completed, words: formatNumber },
    { label: t('backstage:queues.column.failed'), value: (point) => point.failed, words: formatNumber },
    { label: t('backstage:queues.history.run'), value: (point) => point.runP95, words: seconds },
    { label: t('backstage:queues.history.workers'), value: (point) => point.workers, words: formatNumber },
  ]
  const marks = (data?.deploys ?? []).map(({ version, at }) => ({
    at: within(xOf(at)),
    label: `${t('backstage:queues.history.deploy', { version })} · ${formatTime(at)}`,
  }))
  return (
    <>
      <Segmented
        className="backstage-segmented"
        size="small"
        aria-label={t('backstage:queues.history.title')}
        options={historyRanges.map((one) => ({ value: one, label: t(`backstage:queues.history.ranges.${one}`) }))}
        value={range}
        onChange={setRange}
      />
      {error && !data && <LoadFailed text={t('backstage:queues.partFailed')} of={{ error, refetch }} />}
      {!error && !data && <Skeleton height={80} />}
      {data?.points.length === 0 && <p className="muted">{t('backstage:queues.history.none')}</p>}
      {data && data.points.length > 0 && (
        <div className="history-charts">
          {charts.map(({ label, value, words }) => {
            const points = data.points.map((point) => ({ at: within(xOf(point.at)), value: value(point) }))
            const most = Math.max(0, ...points.map((point) => point.value ?? 0))
            return (
              <figure key={label}>
                <figcaption>
                  {label}{' '}
                  <span className="muted tabular">{t('backstage:queues.history.most', { value: words(most) })}</span>
                </figcaption>
                <Sparkline
                  label={`${label}: ${t('backstage:queues.history.most', { value: words(most) })}`}
                  points={points}
                  gap={(2.5 * data.stepSeconds * 1_000) / spanMs}
                  marks={marks}
                />
              </figure>
            )
          })}
        </div>
      )}
    </>
  )
}
