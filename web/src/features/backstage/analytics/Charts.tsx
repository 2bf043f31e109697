import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Analytics } from '@toile/contracts/analytics/analytics'
import { formatBytes, formatNumber } from '../../../ui/format.js'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { Table } from '../table/Table.js'
import { pointWords } from './numbers.js'
import type { PlotSeries } from './Plot.js'

const Plot = lazy(async () => ({ default: (await import('./Plot.js')).Plot }))

export function Charts({ data: { points, now, stepSeconds } }: { data: Analytics }) {
  const { t } = useTranslation()
  const line = (
    label: string,
    of: Exclude<keyof Analytics['points'][number], 'at'>,
    style: PlotSeries['style'] = 'bars',
    format = formatNumber,
  ): PlotSeries => ({ label, values: points.map((point) => point[of]), style, format })
  const ofOne = (...[label, ...rest]: Parameters<typeof line>) => ({ title: label, lines: [line(label, ...rest)] })
  const charts = [
    ofOne(t('analytics-backstage:views'), 'views'),
    ofOne(t('backstage:overview.users'), 'users'),
    ofOne(t('backstage:overview.uploads'), 'uploads'),
    {
      title: t('backstage:overview.renders'),
      lines: [
        line(t('analytics-backstage:finished'), 'rendersFinished'),
        line(t('analytics-backstage:failedRenders'), 'rendersFailed', 'alarm'),
      ],
    },
    ofOne(t('backstage:overview.storage'), 'storageBytes', 'line', formatBytes),
  ]
  const at = points.map((point) => Date.parse(point.at) / 1_000)
  const storage = now.storageBytes
  return (
    <div className="analytics-charts">
      {charts.map(({ title, lines }) => {
        const values = lines.flatMap((one) => one.values).filter((value) => value !== null)
        const sum = values.reduce((total, value) => total + value, 0)
        const isEmpty = sum === 0
        const summary =
          title === t('backstage:overview.storage') && storage !== null
            ? t('analytics-backstage:summaryOfLast', { title, last: formatBytes(storage) })
            : t('analytics-backstage:summary', {
                title,
                total: formatNumber(sum),
                most: formatNumber(Math.max(0, ...values)),
              })
        return (
          <section key={title} className="analytics-chart" aria-label={title}>
            <h2>{title}</h2>
            {isEmpty ? (
              <p className="muted analytics-none">{t('analytics-backstage:none')}</p>
            ) : (
              <ErrorBoundary fallback={<p className="muted analytics-none">{summary}</p>}>
                <Suspense fallback={<Skeleton height={220} />}>
                  <Plot
                    label={summary}
                    at={at}
                    lines={lines}
                    stepSeconds={stepSeconds}
                    timeLabel={t('backstage:columns.time')}
                  />
                </Suspense>
              </ErrorBoundary>
            )}
            {!isEmpty && (
              <details>
                <summary>{t('analytics-backstage:asTable')}</summary>
                <div className="analytics-values" role="region" aria-label={title} tabIndex={0}>
                  <Table
                    label={title}
                    rows={points.map((point, i) => ({ at: point.at, i }))}
                    keyOf={(row) => row.at}
                    columns={[
                      {
                        name: 'at',
                        label: t('backstage:columns.time'),
                        cell: (row) => pointWords(row.at, stepSeconds),
                      },
                      ...lines.map(({ label, values: [...of], format }) => ({
                        name: label,
                        label,
                        number: true as const,
                        cell: ({ i }: { i: number }) => {
                          const value = of[i] ?? null
                          return value === null ? '–' : format(value)
                        },
                      })),
                    ]}
                  />
                </div>
              </details>
            )}
          </section>
        )
      })}
    </div>
  )
}
