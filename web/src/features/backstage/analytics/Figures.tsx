import { useTranslation } from 'react-i18next'
import type { AnalyticsFigures } from '@toile/contracts/analytics/analytics'
import { formatBytes, formatNumber } from '../../../ui/format.js'
import { changeWords, shareWords, timeWords } from './numbers.js'

export function Figures({ now, before }: { now: AnalyticsFigures; before: AnalyticsFigures }) {
  const { t } = useTranslation()
  const shareOf = (views: number) => shareWords(views / now.views)
  const figure = (label: string, of: keyof AnalyticsFigures, format = formatNumber, notes: (string | false)[] = []) => {
    const value = now[of]
    return { label, value: value === null ? '–' : format(value), words: [changeWords(t, value, before[of]), ...notes] }
  }
  const figures = [
    figure(t('analytics-backstage:views'), 'views', formatNumber, [
      now.views > 0 && t('analytics-backstage:signedIn', { share: shareOf(now.signedIn) }),
      now.referred > 0 && t('analytics-backstage:referred', { share: shareOf(now.referred) }),
    ]),
    figure(t('analytics-backstage:median'), 'medianSeconds', (seconds) => timeWords(t, seconds), [
      now.p90Seconds !== null && t('analytics-backstage:p90', { time: timeWords(t, now.p90Seconds) }),
    ]),
    figure(t('backstage:overview.users'), 'users'),
    figure(t('backstage:overview.uploads'), 'uploads'),
    figure(t('backstage:overview.renders'), 'rendersFinished', formatNumber, [
      now.rendersFailed > 0 && t('analytics-backstage:failedCount', { formatted: formatNumber(now.rendersFailed) }),
    ]),
    figure(t('backstage:overview.storage'), 'storageBytes', formatBytes),
  ]
  return (
    <dl className="analytics-figures" aria-label={t('analytics-backstage:figures')}>
      {figures.map(({ label, value, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure">{value}</dd>
          {words
            .filter((one) => one !== false)
            .map((one) => (
              <dd key={one} className="muted">
                {one}
              </dd>
            ))}
        </div>
      ))}
    </dl>
  )
}
