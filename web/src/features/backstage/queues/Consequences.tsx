import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { backstagePaths } from '../backstage-paths.js'
import { Link } from '../../../lib/router.js'
import { consequenceRows, type Caused, type Row } from './consequence-rows.js'
import { queueTitle, formatDuration } from './figures.js'

/** The first hundred events that an API call caused, directly or through jobs, and their jobs, on one timeline. */
export function Consequences({ consequences, job }: { consequences: readonly Caused[]; job: string }) {
  const { t } = useTranslation()
  const { rows, seconds } = consequenceRows(consequences, new Date())
  return (
    <ol className="caused">
      {rows.map((row) => (
        <li
          key={row.key}
          style={{ '--depth': row.depth } as CSSProperties}
          aria-current={row.jobId === job || undefined}
          data-kind={row.jobId ? 'job' : 'event'}
          data-state={row.state ?? undefined}
        >
          <p>
            {row.jobId && row.state && row.jobId !== job ? (
              <Link to={backstagePaths.queues({ queue: row.place!, job: row.jobId })} preventScrollReset>
                {row.name}
              </Link>
            ) : (
              <span>{row.name}</span>
            )}{' '}
            <small>{row.place ? queueTitle(t, row.place) : t('backstage:queues.request.api')}</small>
          </p>
          <Track row={row} seconds={seconds} />
          <small className="tabular">{describe(row)}</small>
        </li>
      ))}
    </ol>
  )

  function describe({ jobId, state, from, began, ended }: Row): string {
    if (!jobId) return t('backstage:queues.request.after', { time: formatDuration(t, from) })
    if (state === null) return t('backstage:queues.request.forgotten')
    if (began === null || ended === null || (state !== 'completed' && state !== 'failed'))
      return t(`backstage:queues.jobs.state.${state}`)
    const took = t('backstage:queues.request.took', { time: formatDuration(t, ended - began) })
    return state === 'failed' ? `${t('backstage:queues.jobs.state.failed')}, ${took}` : took
  }
}

/** Draws an event as a point, and a job as a bar that is pale while the job waits and solid while it runs. */
function Track({ row: { jobId, state, from, began, ended }, seconds }: { row: Row; seconds: number }) {
  const at = (moment: number) => `${((100 * moment) / seconds).toFixed(2)}%`
  const until = ended ?? seconds
  return (
    <span className="caused-track" aria-hidden="true">
      {!jobId && <i style={{ insetInlineStart: at(from) }} />}
      {jobId && state !== null && (
        <>
          <b style={{ insetInlineStart: at(from), width: at((began ?? until) - from) }} data-waits />
          {began !== null && <b style={{ insetInlineStart: at(began), width: at(until - began) }} />}
        </>
      )}
    </span>
  )
}
