import { useTranslation } from 'react-i18next'
import type { AnalyticsFigures } from '@toile/contracts/analytics/analytics'
import { formatBytes, formatNumber } from '../../../ui/format.js'
import { changeWords, shareWords, timeWords } from './numbers.js'

export function Figures({ now, before }: { now: AnalyticsFigures; before: AnalyticsFigures }) {
  const { t } = useTranslation()
  const shareOf = (views: number) => shareWords(views / now.views)
  const figures = [
    {
      label: t('analytics-backstage:views'),
      value: formatNumber(now.views),
      change: changeWords(t, now.views, before.views),
      notes: [
        ...(now.views > 0 ? [t('analytics-backstage:signedIn', { share: shareOf(now.signedIn) })] : []),
        ...(now.referred > 0 ? [t('analytics-backstage:referred', { share: shareOf(now.referred) })] : []),
      ],
    },
    {
      label: t('analytics-backstage:median'),
      value: timeWords(t, now.medianSeconds),
      change: changeWords(t, now.medianSeconds, before.medianSeconds),
      notes: now.p90Seconds === null ? [] : [t('analytics-backstage:p90', { time: timeWords(t, now.p90Seconds) })],
    },
    {
      label: t('backstage:overview.users'),
      value: formatNumber(now.users),
      change: changeWords(t, now.users, before.users),
      notes: [],
    },
    {
      label: t('backstage:overview.uploads'),
      value: formatNumber(now.uploads),
      change: changeWords(t, now.uploads, before.uploads),
      notes: [],
    },
    {
      label: t('backstage:overview.renders'),
      value: formatNumber(now.rendersFinished),
      change: changeWords(t, now.rendersFinished, before.rendersFinished),
      notes:
        now.rendersFailed > 0
          ? [t('analytics-backstage:failedCount', { formatted: formatNumber(now.rendersFailed) })]
          : [],
    },
    {
      label: t('backstage:overview.storage'),
      value: now.storageBytes === null ? '–' : formatBytes(now.storageBytes),
      change: changeWords(t, now.storageBytes, before.storageBytes),
      notes: [],
    },
  ]
  return (
    <dl className="analytics-figures" aria-label={t('analytics-backstage:figures')}>
      {figures.map(({ label, value, change, notes }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure">{value}</dd>
          {[change, ...notes].map((words) => (
            <dd key={words} className="muted">
              {words}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
