import type { JobName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import type { TickParts } from './parts.js'

const BATCH = 200

interface Attempt {
  id: string
  attempt: number
}

/**
 * Restarts stuck subjects that have no living job. An error in one restart does not prevent the others.
 * @param redrive resolves to whether it gave the subject a new attempt or, after too many restarts, failed it
 */
export function redriveStuckThings<Stuck extends Attempt>(
  thing: string,
  find: (db: Db, what: { seconds: number; limit: number }) => Promise<Stuck[]>,
  job: JobName | ((stuck: Stuck) => JobName),
  redrive: (db: Db, stuck: Stuck, parts: TickParts) => Promise<boolean>,
) {
  return async (parts: TickParts): Promise<void> => {
    const { db, queues, config, log } = parts
    for (const stuck of await find(db, { seconds: config.sweepAfterSeconds, limit: BATCH })) {
      const { id, attempt } = stuck
      try {
        if (await queues.isAlive(typeof job === 'string' ? job : job(stuck), { id, attempt })) continue
        if (await redrive(db, stuck, parts))
          log.info({ [thing]: id }, 'was stuck: restarted or, after too many restarts, failed')
      } catch (error) {
        log.error({ err: error, [thing]: id }, 'cannot be restarted')
      }
    }
  }
}
