import type { Job as BullJob, JobsOptions, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { Value } from 'typebox/value'
import { Cause } from '@toile/contracts/cause'
import { jobId, jobs, type JobName, type JobPayload, type QueueName } from '@toile/contracts/jobs'
import type { Logger } from '@toile/runtime/logger'
import { connectRedis, PREFIX } from './redis.js'

// Completed jobs are kept a day (at most 1,000), failed ones two weeks. Meanwhile their ids deduplicate new jobs.
const keep: JobsOptions = {
  removeOnComplete: { age: 86_400, count: 1_000 },
  removeOnFail: { age: 14 * 86_400 },
}

/** BullMQ takes 10 MB of memory and few API processes need it, so it is loaded on first use. */
async function openQueue(name: QueueName, connection: Redis): Promise<Queue> {
  const { Queue } = await import('bullmq')
  return new Queue(name, { connection, prefix: PREFIX })
}

export type { BullJob }
export type { Queue as BullQueue } from 'bullmq'

export interface Job {
  name: JobName
  payload: JobPayload
  /** Passed to the worker, which writes it into the events that the job causes. */
  cause?: Cause | undefined
  /** When the job's subject began to wait in Postgres for admission. The job's wait time counts from this moment. */
  waitedSinceMs?: number | undefined
}

export interface Queues {
  add(jobs: readonly Job[]): Promise<void>
  /** Whether the job waits, is delayed or runs. If so, the sweep leaves the job's subject alone. */
  isAlive(name: JobName, payload: JobPayload): Promise<boolean>
  /** Runs a completed job again without a new attempt. Resolves to false if the job is not completed. */
  runAgain(name: JobName, payload: JobPayload): Promise<boolean>
  close(): Promise<void>
}

/** Adds jobs to all queues over one Redis connection, whose commands fail after 1.5 s. */
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

/** Undefined if no API request caused the job, or if another program added it. */
export function causeOfJob(job: BullJob): Cause | undefined {
  try {
    const metadata: unknown = JSON.parse(job.opts.telemetry?.metadata ?? 'null')
    return Value.Check(Cause, metadata) ? metadata : undefined
  } catch {
    return undefined
  }
}

/** Calls `act` with one queue after the other. Opens and closes each queue, so it is only for rare operations. */
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
    // Retries wait 50 to 100 % of 1 s, 2 s, 4 s ..., so that jobs that failed together do not return together.
    backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
    ...(waitedSinceMs !== undefined && { timestamp: waitedSinceMs }),
    // The cause is metadata, because older workers refuse new payload fields. omitContext keeps BullMQ from replacing
    // the cause on a retry.
    ...(cause && { telemetry: { metadata: JSON.stringify(cause), omitContext: true } }),
  }
}
