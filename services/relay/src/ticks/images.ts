import { reactions } from '@toile/contracts/reactions'
import { redriveImage, stuckImages } from '@toile/db/queries/images-states'
import type { TickParts } from './parts.js'

const BATCH = 200

/** Starts pictures anew that stopped half-way and have no living job: lost by a flushed Redis, or out of its tries. */
export async function redriveStuckImages({ db, queues, config, log }: TickParts): Promise<void> {
  const [job] = reactions['image.received'].jobs
  for (const stuck of await stuckImages(db, { seconds: config.sweepAfterSeconds, limit: BATCH })) {
    if (await queues.isAlive(job, { id: stuck.id, attempt: stuck.attempt })) continue
    if (await redriveImage(db, stuck)) log.info({ image: stuck.id }, 'driven anew')
  }
}
