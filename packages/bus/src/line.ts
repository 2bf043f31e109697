import type { Redis } from 'ioredis'
import { jobId, jobs, type JobName, type QueueName } from '@toile/contracts/jobs'
import { PREFIX } from './redis.js'
import type { Job } from './queues.js'

// BullMQ keeps who waits in a list: new ones come in on the left, the next one is taken from the right.
const lineOf = (queue: QueueName) => `${PREFIX}:${queue}:wait`

/**
 * The place of each of these jobs in the line of its queue, 1 for the next one; undefined for one that does not wait.
 * One round trip. While Redis is away nobody has a place.
 */
export async function placesInLine(redis: Redis, waiting: readonly Job[]): Promise<(number | undefined)[]> {
  if (waiting.length === 0) return []
  const pipeline = redis.pipeline()
  for (const { name, payload } of waiting) {
    const line = lineOf(jobs[name].queue)
    pipeline.llen(line).lpos(line, jobId(name, payload))
  }
  const answers = await pipeline.exec().catch(() => null)
  return waiting.map((_job, i) => {
    const [length, index] = [answers?.[2 * i]?.[1], answers?.[2 * i + 1]?.[1]]
    return typeof length === 'number' && typeof index === 'number' ? Math.max(1, length - index) : undefined
  })
}

/** Who waits at the front of a queue's line, the next one first. */
export async function frontOfLine(redis: Redis, queue: QueueName, limit: number): Promise<Job[]> {
  const ids = await redis.lrange(lineOf(queue), -limit, -1)
  return ids.reverse().flatMap((text) => jobOf(queue, text) ?? [])
}

/** The job that bears this id; see jobId(). */
function jobOf(queue: QueueName, text: string): Job | undefined {
  const [, id, name, attempt] = /^([0-9a-f-]{36})\.([a-zA-Z.]+)\.(\d+)$/.exec(text) ?? []
  if (!id || !name || !(name in jobs) || jobs[name as JobName].queue !== queue) return undefined
  return { name: name as JobName, payload: { id, attempt: Number(attempt) } }
}
