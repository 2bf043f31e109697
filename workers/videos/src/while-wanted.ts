import type { JobPayload } from '@toile/contracts/jobs'
import { isVideoWanted } from '@toile/db/queries/videos'
import type { Parts } from './parts.js'

/** A deleted video costs at most this much more of the machine. */
const LOOK_EVERY_MS = 1_000

/** The video was deleted meanwhile, or a later attempt took over. */
export class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

/**
 * Runs long work with a signal that fires when the job is cancelled or nobody wants its video any more. Quietly done
 * with in the latter case: there is nothing left to move.
 */
export async function whileWanted(
  { db }: Pick<Parts, 'db'>,
  payload: JobPayload,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController()
  const timer = setInterval(() => {
    isVideoWanted(db, payload)
      .then((wanted) => wanted || gone.abort(new NoLongerWanted(payload.id)))
      // Postgres is away: what comes next says so.
      .catch(() => {})
  }, LOOK_EVERY_MS)
  try {
    await work(AbortSignal.any([outer, gone.signal]))
  } catch (error) {
    // A foreign key that is gone says the same, sooner.
    if (!gone.signal.aborted && (await isVideoWanted(db, payload))) throw error
    if (outer.aborted) throw error
  } finally {
    clearInterval(timer)
  }
}
