import type { Job as BullJob, JobsOptions, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { Value } from 'typebox/value'
import { Cause } from '@toile/contracts/cause'
import { jobId, jobs, type JobName, type JobPayload, type QueueName } from '@toile/contracts/jobs'
import type { Logger } from '@toile/runtime/logger'
import { connectRedis, PREFIX } from './redis.js'

// Finished jobs are kept a day for the queue page, failed ones for two weeks. Their ids go on deduplicating meanwhile.
const keep: JobsOptions = {
  removeOnComplete: { age: 86_400, count: 1_000 },
  removeOnFail: { age: 14 * 86_400 },
}

/** BullMQ is 10 MB of memory: loaded by the first call that needs it, which in the API are few. */
async function openQueue(name: QueueName, connection: Redis): Promise<Queue> {
  const { Queue } = await import('bullmq')
  return new Queue(name, { connection, prefix: PREFIX })
}

/** BullMQ's own, for those who look at single jobs. */
export type { BullJob }
export type { Queue as BullQueue } from 'bullmq'

export interface Job {
  name: JobName
  payload: JobPayload
  /** What set it off, as its worker is told and its events will say. */
  cause?: Cause | undefined
  /** Since when it has waited for its turn before it could be added: what is told of waits counts from then. */
  waitedSinceMs?: number | undefined
}

export interface Queues {
  /** Adds jobs; one whose id is known already is ignored. */
  add(jobs: readonly Job[]): Promise<void>
  /** Whether a job is waiting, delayed or running, so that the sweep may leave its thing alone. */
  isAlive(name: JobName, payload: JobPayload): Promise<boolean>
  /** Runs a job once more that has ended well, as no new try; false where there is none such. */
  runAgain(name: JobName, payload: JobPayload): Promise<boolean>
  close(): Promise<void>
}

/** The producers' side of all queues, over one connection that fails fast. */
export function openQueues(redisUrl: string, log: Logger): Queues {
  const connection = connectRedis(redisUrl, log)
  const opened = new Map<QueueName, Promise<Queue>>()
  const open = async (name: QueueName): Promise<Queue> => {
    const queue = await openQueue(name, connection)
    return queue.on('error', (error) => log.warn({ err: error.message, queue: name }, 'queue'))
  }
  const queue = (name: QueueName): Promise<Queue> => {
    const found = opened.get(name) ?? open(name)
    opened.set(name, found)
    return found
  }
  const find = async (name: JobName, payload: JobPayload) =>
    (await queue(jobs[name].queue)).getJob(jobId(name, payload))
  return {
    async add(added) {
      for (const name of new Set(added.map((job) => jobs[job.name].queue))) {
        const group = added.filter((job) => jobs[job.name].queue === name)
        const bulk = group.map((job) => ({ name: job.name, data: job.payload, opts: optionsOf(job) }))
        await (await queue(name)).addBulk(bulk)
      }
    },
    async isAlive(name, payload) {
      const job = await find(name, payload)
      if (!job) return false
      const state = await job.getState()
      return state !== 'completed' && state !== 'failed' && state !== 'unknown'
    },
    async runAgain(name, payload) {
      const job = await find(name, payload)
      if (!(await job?.isCompleted())) return false
      await job!.retry('completed')
      return true
    },
    async close() {
      for (const found of opened.values()) await (await found).close()
      connection.disconnect()
    },
  }
}

/** What a job was told that set it off; undefined for what came by time, and for what is none of ours. */
export function causeOfJob(job: BullJob): Cause | undefined {
  try {
    const metadata: unknown = JSON.parse(job.opts.telemetry?.metadata ?? 'null')
    return Value.Check(Cause, metadata) ? metadata : undefined
  } catch {
    return undefined
  }
}

/** Does something with BullMQ's own hands on queues, one after the other; for what is rare. */
export async function withQueues(
  redis: Redis,
  names: readonly QueueName[],
  act: (queue: Queue, name: QueueName) => Promise<unknown>,
): Promise<void> {
  for (const name of names) {
    const queue = await openQueue(name, redis)
    queue.on('error', () => {})
    try {
      await act(queue, name)
    } finally {
      await queue.close()
    }
  }
}

function optionsOf({ name, payload, cause, waitedSinceMs }: Job): JobsOptions {
  return {
    ...keep,
    jobId: jobId(name, payload),
    attempts: jobs[name].attempts,
    // 1 s, 2 s, 4 s ... with half of it by chance, so that what failed together does not come back together.
    backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
    ...(waitedSinceMs !== undefined && { timestamp: waitedSinceMs }),
    // Beside the payload, which workers of the version before hold against its shape. Where traces are kept BullMQ would
    // write over it on a retry, but for omitContext.
    ...(cause && { telemetry: { metadata: JSON.stringify(cause), omitContext: true } }),
  }
}
