import type { Redis } from 'ioredis'
import { jobId, jobs, type JobName, type QueueName } from '@toile/contracts/jobs'
import { reactions } from '@toile/contracts/reactions'
import type { Db } from '@toile/db/client'
import { headOfAdmissionQueue, isAdmissionQueue, type Waiting } from '@toile/db/files/admission-queues'
import { PREFIX } from './redis.js'
import type { Job } from './queues.js'

// BullMQ adds jobs to this list on the left and takes them from the right. Jobs that are not admitted yet wait in
// Postgres instead.
const waitListKey = (queue: QueueName) => `${PREFIX}:${queue}:wait`

interface Stores {
  db: Db
  redis: Redis
}

/** Jobs further back in Postgres get no position, because the estimated time is more useful to their owners. */
const MAX_POSITION = 1_000

/** Each job's position, from 1. Undefined if the job does not wait, is too far back in Postgres, or Redis is down. */
export async function queuePositions({ db, redis }: Stores, waiting: readonly Job[]): Promise<(number | undefined)[]> {
  if (waiting.length === 0) return []
  const pipeline = redis.pipeline()
  for (const { name, payload } of waiting) {
    const line = waitListKey(jobs[name].queue)
    pipeline.llen(line).lpos(line, jobId(name, payload))
  }
  const results = await pipeline.exec().catch(() => null)
  const found = waiting.map(({ name, payload }, i) => ({
    queue: jobs[name].queue,
    id: jobId(name, payload),
    length: results?.[2 * i]?.[1],
    index: results?.[2 * i + 1]?.[1],
  }))
  const behind = new Map<QueueName, Map<string, number>>()
  for (const { queue, index } of found)
    if (typeof index !== 'number' && !behind.has(queue)) behind.set(queue, await admissionPositions(db, queue))
  return found.map(({ queue, id, length, index }) => {
    if (typeof length !== 'number') return undefined
    if (typeof index === 'number') return Math.max(1, length - index)
    const place = behind.get(queue)?.get(id)
    return place && length + place
  })
}

/** Positions among the jobs waiting in Postgres, by the id that each will have in BullMQ. */
async function admissionPositions(db: Db, queue: QueueName): Promise<Map<string, number>> {
  const line = isAdmissionQueue(queue) ? await headOfAdmissionQueue(db, queue, MAX_POSITION) : []
  return new Map(line.map(jobWhenDue).map(({ name, payload }, i) => [jobId(name, payload), i + 1]))
}

const jobWhenDue = ({ due, ...payload }: Waiting): Job => ({ name: reactions[due].jobs[0], payload })

export async function headOfQueue({ db, redis }: Stores, queue: QueueName, limit: number): Promise<Job[]> {
  const ids = await redis.lrange(waitListKey(queue), -limit, -1)
  const admitted = ids.reverse().flatMap((text) => jobOf(queue, text) ?? [])
  const room = limit - admitted.length
  const behind = isAdmissionQueue(queue) && room > 0 ? await headOfAdmissionQueue(db, queue, room) : []
  return [...admitted, ...behind.map(jobWhenDue)]
}

/** The inverse of jobId(). Undefined for a job that is not of this queue. */
function jobOf(queue: QueueName, text: string): Job | undefined {
  const [, id, name, attempt] = /^([0-9a-f-]{36})\.([a-zA-Z.]+)\.(\d+)$/.exec(text) ?? []
  if (!id || !name || !(name in jobs) || jobs[name as JobName].queue !== queue) return undefined
  return { name: name as JobName, payload: { id, attempt: Number(attempt) } }
}
