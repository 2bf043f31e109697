import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { partsOf } from './remaining.js'
import { useServerNowMs } from './server-clock.js'
import { formatMoment, ownZone } from './zones.js'

const parts = ['days', 'hours', 'minutes', 'seconds'] as const

/** Counts down to the next phase by the server's clock. Screen readers do not announce the change of each second. */
export function Countdown({ activity, ask }: { activity: Activity; ask: () => void }) {
  const { t } = useTranslation()
  const { nextChangeAt, phase } = activity
  const nowMs = useServerNowMs(nextChangeAt, ask)
  if (!nextChangeAt || phase === 'ended')
    return (
      <p className="countdown-label">
        {t('activities:untilText.ended', { date: formatMoment(activity.endsAt, ownZone()) })}
      </p>
    )
  const leftMs = Date.parse(nextChangeAt) - nowMs
  const left = partsOf(leftMs)
  return (
    <div className="countdown">
      <p className="countdown-label">{leftMs > 0 ? t(`activities:until.${phase}`) : t('activities:changing')}</p>
      <div role="timer" aria-live="off" data-testid="countdown">
        <dl>
          {parts.map((part) => (
            <div key={part}>
              <dt>{t(`activities:units.${part}`)}</dt>
              <dd className="tabular">{String(left[part]).padStart(2, '0')}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="muted countdown-note">
        <time dateTime={nextChangeAt}>{formatMoment(nextChangeAt, ownZone())}</time>
        {t('common.sentenceSpace')}
        {t('activities:clock')}
      </p>
    </div>
  )
}
