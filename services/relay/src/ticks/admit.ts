import { livingWorkers } from '@toile/bus/worker-counts'
import { admitWaiting, isAdmissionQueue, admissionQueues, type AdmissionQueue } from '@toile/db/files/admission-queues'
import { admitChunks } from '@toile/db/renders/renders-admission'
import type { TickParts } from './parts.js'

/** One at work and one waiting for each job that workers do at a time: nobody idles, and little is decided early. */
const ADMITTED_PER_SLOT = 2
/** What waits in an empty place, so that a queue whose workers were all stopped shows that some are needed. */
const ADMITTED_WITHOUT_WORKERS = 1

/** Hands out what waits in Postgres for these queues to the workers there are. */
export async function admit(
  { db, redis }: Pick<TickParts, 'db' | 'redis'>,
  queues: readonly (AdmissionQueue | 'renders' | 'renders-cycles')[],
): Promise<void> {
  const workers = await livingWorkers(redis)
  for (const queue of queues) {
    const taking = workers.filter((worker) => worker.queue === queue && ['idle', 'working'].includes(worker.state))
    const slots = taking.reduce((sum, { concurrency }) => sum + concurrency, 0)
    const maxAdmitted = Math.max(ADMITTED_WITHOUT_WORKERS, slots * ADMITTED_PER_SLOT)
    await (isAdmissionQueue(queue) ? admitWaiting(db, queue, maxAdmitted) : admitChunks(db, queue, maxAdmitted))
  }
}

/** Uploads, pictures and videos. */
export const admitUploads = (parts: TickParts): Promise<void> => admit(parts, admissionQueues)
