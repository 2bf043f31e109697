import { livingWorkers } from '@toile/bus/worker-counts'
import { admitWaiting, isAdmissionQueue, admissionQueues, type AdmissionQueue } from '@toile/db/files/admission-queues'
import { admitChunks } from '@toile/db/renders/renders-admission'
import type { TickParts } from './parts.js'

/** One running and one waiting job per slot, so no worker idles, and the order of all other jobs can still change. */
const ADMITTED_PER_SLOT = 2
/** A queue without workers gets one job, because that waiting job shows that the queue needs a worker. */
const ADMITTED_WITHOUT_WORKERS = 1

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

export const admitUploads = (parts: TickParts): Promise<void> => admit(parts, admissionQueues)
