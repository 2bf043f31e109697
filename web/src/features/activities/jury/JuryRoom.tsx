import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import type { Entry } from '@toile/contracts/activities/activity-entries'
import { LoadFailed, Notice } from '../../../ui/Notice.js'
import { Picture } from '../../../ui/Picture.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { missingOf } from './scores.js'
import { ScoreEntry } from './ScoreEntry.js'
import { useEntries } from '../entries/use-entries.js'
import { useScores } from './use-scores.js'
import { formatMoment, ownZone } from '../zones.js'
import './jury-room.css'

/** This is the API's maximum page size. It is used because the jury needs all works. */
const PAGE = 100

export default function JuryRoom({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { query, entries } = useEntries(activity, 'all', PAGE)
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const { phase, submissionEndsAt } = activity
  if (phase === 'upcoming' || phase === 'registration' || phase === 'submission')
    return <Notice text={t('activities:scoring.notYet', { date: formatMoment(submissionEndsAt, ownZone()) })} />
  if (query.isError && !entries) return <LoadFailed text={t('activities:scoring.failed')} of={query} />
  if (!entries || hasNextPage) return <Skeleton height={560} />
  const scored = entries.filter(({ disqualified }) => !disqualified)
  if (scored.length === 0) return <Notice text={t('activities:scoring.none')} />
  return <Scoring activity={activity} entries={scored} />
}

function Scoring({ activity, entries }: { activity: Activity; entries: readonly Entry[] }) {
  const { t } = useTranslation()
  const { criteria, phase, reviewEndsAt } = activity
  const { scoresOf, stateOf, setScore, save } = useScores(activity, entries)
  const isDone = (entry: Entry) => missingOf(criteria, scoresOf(entry)) === 0
  const done = entries.filter(isDone).length
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      entries.findIndex((entry) => !isDone(entry)),
    ),
  )
  const entry = entries[Math.min(at, entries.length - 1)]!
  const isOpen = phase === 'reviewing'
  return (
    <section className="jury-room" aria-label={t('activities:scoring.title')}>
      <p className="jury-lead">
        {isOpen
          ? t('activities:scoring.lead', { date: formatMoment(reviewEndsAt, ownZone()) })
          : t('activities:scoring.over')}
        {activity.blind && <span className="muted"> {t('activities:blind')}</span>}
      </p>
      <div className="jury-progress">
        <progress value={done} max={entries.length} aria-label={t('activities:scoring.title')} />
        <span className="tabular" role="status">
          {t('activities:scoring.progress', { done, total: entries.length })}
        </span>
      </div>
      <ul className="jury-strip" aria-label={t('activities:scoring.list')}>
        {entries.map((one, i) => (
          <li key={one.id}>
            <button
              type="button"
              aria-current={one === entry ? 'true' : undefined}
              data-done={isDone(one)}
              aria-label={`${one.title || t('home.noTitle')}, ${t(isDone(one) ? 'activities:scoring.scored' : 'activities:scoring.notScored')}`}
              onClick={() => setAt(i)}
            >
              {one.cover && <Picture image={one.cover} sizes="60px" />}
            </button>
          </li>
        ))}
      </ul>
      <ScoreEntry
        key={entry.id}
        activityId={activity.id}
        entry={entry}
        criteria={criteria}
        scores={scoresOf(entry)}
        state={stateOf(entry)}
        isOpen={isOpen}
        position={{ number: at + 1, total: entries.length }}
        setScore={(criterion, points) => setScore(entry, criterion, points)}
        save={() => save(entry)}
        go={(by) => setAt((at + by + entries.length) % entries.length)}
      />
    </section>
  )
}
