import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { api } from '../../lib/api.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { Entries } from './entries/Entries.js'
import { Podium } from './Podium.js'
import { ScoreSheet } from './jury/ScoreSheet.js'
import { activityKey } from './use-activity.js'
import { formatMoment, ownZone } from './zones.js'
import './winners.css'

export function Winners({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { id, awarded, phase, reviewEndsAt, scoresPublished } = activity
  const query = useQuery({
    queryKey: [...activityKey(id), 'winners'],
    queryFn: ({ signal }) => api.listWinners({ id }, { signal }),
    enabled: awarded,
  })
  if (!awarded) {
    const isOver = phase === 'awarding' || phase === 'ended'
    return (
      <Notice
        text={t(
          phase === 'ended'
            ? 'activities:winners.none'
            : isOver
              ? 'activities:winners.pending'
              : 'activities:winners.notYet',
        )}
      >
        {!isOver && (
          <p className="muted">{t('activities:winners.expected', { date: formatMoment(reviewEndsAt, ownZone()) })}</p>
        )}
      </Notice>
    )
  }
  if (query.isError && !query.data) return <LoadFailed text={t('activities:winners.failed')} of={query} />
  if (!query.data) return <Skeleton height={560} />
  const { items: winners } = query.data
  return (
    <>
      {winners.length === 0 ? <Notice text={t('activities:winners.none')} /> : <Podium winners={winners} />}
      {scoresPublished && <ScoreSheet activity={activity} />}
      <section className="activity-entries" aria-labelledby="other-works">
        <h2 id="other-works">{t('activities:winners.others')}</h2>
        <Entries activity={activity} list="others" heading="h3" empty={t('activities:noEntries')} />
      </section>
    </>
  )
}
