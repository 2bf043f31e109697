import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { activityPhases, phaseWindows } from '@toile/contracts/activities/activities.constants'
import { formatMoment, formatZonedMoment, isSameTime, ownZone, zoneName } from './zones.js'

/** Shows when each phase starts, in the user's time zone and, if it differs, also in the activity's time zone. */
export function PhaseTimeline({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { phase, timeZone } = activity
  const own = ownZone()
  const now = activityPhases.indexOf(phase)
  const isElsewhere = !isSameTime(activity.submissionEndsAt, own, timeZone)
  return (
    <section className="phase-timeline" aria-label={t('activities:timeline')}>
      <ol>
        {activityPhases.map((one, at) => {
          const from = activity[phaseWindows[one][0]]
          return (
            <li
              key={one}
              data-state={at < now ? 'past' : at === now ? 'now' : 'coming'}
              aria-current={at === now ? 'step' : undefined}
            >
              <span className="phase-timeline-name">{t(`activities:moments.${one}`)}</span>
              <time dateTime={from}>{formatMoment(from, own)}</time>
              {isElsewhere && <span className="muted">{formatZonedMoment(from, timeZone)}</span>}
            </li>
          )
        })}
      </ol>
      <p className="muted">
        {isElsewhere && <>{t('activities:yourZone', { zone: zoneName(own, activity.submissionEndsAt) })} · </>}
        {t('activities:zone', { zone: zoneName(timeZone, activity.submissionEndsAt) })}
      </p>
    </section>
  )
}
