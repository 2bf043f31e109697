import type { JobName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import type { Stuck } from '@toile/db/queries/status-moves'
import type { TickParts } from './parts.js'

const BATCH = 200

/** Starts things anew that stopped half-way and have no living job: lost by a flushed Redis, or out of its tries. */
export function redriveStuckThings(
  thing: 'image' | 'video' | 'export',
  job: JobName,
  find: (db: Db, what: { seconds: number; limit: number }) => Promise<Stuck[]>,
  redrive: (db: Db, stuck: Stuck) => Promise<boolean>,
) {
  return async ({ db, queues, config, log }: TickParts): Promise<void> => {
    for (const stuck of await find(db, { seconds: config.sweepAfterSeconds, limit: BATCH })) {
      if (await queues.isAlive(job, { id: stuck.id, attempt: stuck.attempt })) continue
      if (await redrive(db, stuck)) log.info({ [thing]: stuck.id }, 'driven anew')
    }
  }
}
