import type { JobState } from '@toile/contracts/queues/queues.constants'
import type { ResponseOf } from '@toile/contracts/route'
import type { Routes } from '@toile/contracts/routes'

export type Caused = NonNullable<ResponseOf<Routes['getJob']>['request']>['consequences'][number]

/** Times are seconds since the first event. */
export interface Row {
  key: string
  depth: number
  name: string
  /** For a job, its queue. For an event, the queue of the job that wrote the event, or null if the API wrote it. */
  place: string | null
  jobId: string | null
  /** Null for an event, and for a job that has been removed from its queue. */
  state: JobState | null
  /** When the event was written, or when the job was added. */
  from: number
  began: number | null
  ended: number | null
}

/** The rows of the tree, each cause above its effects. The `seconds` extend to `now` while a job waits or runs. */
export function consequenceRows(caused: readonly Caused[], now: Date): { rows: Row[]; seconds: number } {
  const first = Math.min(...caused.map(({ at }) => Date.parse(at)))
  const since = (at: string | null) => (at === null ? null : Math.max(0, (Date.parse(at) - first) / 1_000))
  const ids = new Set(caused.map(({ id }) => id))
  /**
   * The rows of the events that the job of the event `parent` wrote in queue `place`, and of their effects. If `parent`
   * is null, the API wrote the events. An event adds at most one job.
   */
  const below = (parent: string | null, place: string | null, depth: number): Row[] =>
    caused
      .filter(({ causedBy }) => (causedBy !== null && ids.has(causedBy) ? causedBy : null) === parent)
      .flatMap((event) => {
        const from = since(event.at) ?? 0
        const jobs = event.jobs.map((job): Row => ({
          key: job.id,
          depth: depth + 1,
          name: job.name,
          place: job.queue,
          jobId: job.id,
          state: job.state,
          from,
          began: since(job.startedAt),
          ended: since(job.finishedAt),
        }))
        const queue = event.jobs[0]?.queue ?? null
        const row: Row = {
          key: event.id,
          depth,
          name: event.type,
          place,
          jobId: null,
          state: null,
          from,
          began: null,
          ended: null,
        }
        return [row, ...jobs, ...below(event.id, queue, depth + 1 + jobs.length)]
      })
  const rows = below(null, null, 0)
  const runs = rows.some(({ state }) => state === 'active' || state === 'waiting' || state === 'delayed')
  const last = Math.max(0.001, ...rows.flatMap(({ from, ended }) => [from, ended ?? 0]))
  return { rows, seconds: runs ? Math.max(last, (now.getTime() - first) / 1_000) : last }
}
