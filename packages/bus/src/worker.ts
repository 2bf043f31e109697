import { availableParallelism } from 'node:os'
import { createRequire } from 'node:module'
import { DelayedError, UnrecoverableError, Worker, type Job, type Telemetry } from 'bullmq'
import { Histogram, type Registry } from 'prom-client'
import { Value } from 'typebox/value'
import { InputFailure, isOurFault, type Params, type StoredFailure } from '@toile/contracts/failures'
import { JobPayload, jobs, type JobName, type JobOf, type QueueName } from '@toile/contracts/jobs'
import { inCause } from '@toile/db/cause'
import { queuesOfFiles } from '@toile/contracts/queues/queues.constants'
import { requireIsolation } from '@toile/runtime/isolation'
import type { Logger } from '@toile/runtime/logger'
import { RetryLater } from '@toile/runtime/retry-later'
import type { Running } from '@toile/runtime/process'
import { isStoreAway } from '@toile/contracts/store-unavailable'
import type * as BullOtel from 'bullmq-otel'
import { newId } from '@toile/contracts/ids'
import { startHeartbeat } from './heartbeat.js'
import { causeOfJob } from './queues.js'
import { connectBlockingRedis, PREFIX } from './redis.js'
import { workerBackend } from './worker-backend.js'

const UNKNOWN_JOB_DELAY_MS = 30_000
/** And up to twice as long, by chance: all who wait for a store would come back at once. */
const STORE_AWAY_DELAY_MS = 5_000

export interface JobContext {
  /** Aborted when the job's lock is lost or the process ends: stop, nothing you write will count. */
  signal: AbortSignal
  log: Logger
}

export interface Handler {
  /**
   * Does the job. It loads the row, returns when there is nothing to move, names the attempt in every write, and may
   * be killed at any line. Throws InputFailure for bad input (never retried), RetryLater to be called again later, and
   * anything else for a passing fault (retried with backoff; one of a store that is away costs no try).
   */
  run(payload: JobPayload, context: JobContext): Promise<void>
  /** Ends the thing in `failed`: bad input, or a fault that did not pass in all tries. */
  fail(payload: JobPayload, failure: StoredFailure): Promise<void>
}

/** A handler for every job of a queue; one missing does not compile. */
export type Handlers<Q extends QueueName> = { [N in JobOf<Q>]: Handler }

/** Jobs at a time where nobody says how many: a model's stages keep about one core busy each, and its pictures another. */
export const halfTheCores = Math.max(1, Math.floor(availableParallelism() / 2))

/** Starts taking jobs of a queue; stops in order with the process. */
export function startWorker<Q extends QueueName>(
  running: Running,
  queue: Q,
  handlers: Handlers<Q>,
  concurrency = running.config.workerConcurrency ?? halfTheCores,
): Worker {
  const { config, log, metrics } = running
  if (queuesOfFiles.includes(queue)) requireIsolation(running)
  const seconds = durations(metrics)
  const connection = connectBlockingRedis(config.redisUrl, log)
  let ending = false
  const id = newId()
  /** What it is doing, for those who look at it. */
  const atWork = new Map<string, { name: string; startedAt: number }>()

  const run = async (job: Job, token: string | undefined, signal: AbortSignal): Promise<string> => {
    if (!isJobOf(queue, job.name)) {
      // A newer version may have added it: leave it for a worker that knows it.
      log.warn({ job: job.id, name: job.name }, 'unknown job, left for a newer worker')
      return giveBack(job, token, UNKNOWN_JOB_DELAY_MS)
    }
    const handler: Handler = handlers[job.name as JobOf<Q>]
    const payload = parsePayload(job)
    const requestId = causeOfJob(job)?.requestId
    const jobLog = log.child({ job: job.id, requestId })
    /** By which a person's report is found in the logs. */
    const ownFault: Params = requestId === undefined ? {} : { requestId }
    try {
      await handler.run(payload, { signal, log: jobLog })
      jobLog.debug('job done')
      return 'done'
    } catch (error) {
      if (error instanceof RetryLater) {
        // Its age is what operators are told of, by an alert in the end.
        if (error.nobodyWaits) await connection.hset(worker.toKey(job.id!), 'timestamp', Date.now())
        return giveBack(job, token, error.seconds * 1_000)
      }
      if (signal.aborted && ending) return giveBack(job, token, 0)
      if (signal.aborted) throw error
      if (error instanceof InputFailure) {
        jobLog.info({ code: error.code, params: error.params, cause: error.cause }, 'refused')
        const params = isOurFault(error.code) ? { ...error.params, ...ownFault } : error.params
        await handler.fail(payload, { code: error.code, params })
        return 'refused'
      }
      if (isStoreAway(error)) {
        // An outage outlasts all tries and is nothing that the job could fail of. Operators are told of how old it gets.
        jobLog.warn({ err: error }, 'a store is away, asked again later')
        return giveBack(job, token, STORE_AWAY_DELAY_MS * (1 + Math.random()))
      }
      const tries = job.opts.attempts ?? 1
      await job
        .log(`${new Date().toISOString()} try ${job.attemptsMade + 1} of ${tries}: ${errorText(error)}`)
        .catch(() => 0)
      jobLog.error({ err: error, try: job.attemptsMade + 1, tries }, 'job failed')
      if (job.attemptsMade + 1 >= tries) await handler.fail(payload, { code: 'PROCESSING_FAILED', params: ownFault })
      throw error
    }
  }

  const worker = new Worker(
    queue,
    async (job, token, signal) => {
      const end = seconds.startTimer({ job: job.name })
      atWork.set(job.id!, { name: job.name, startedAt: Date.now() })
      try {
        const cause = causeOfJob(job)
        const traceparent = running.tracing?.traceparent() ?? cause?.traceparent
        const outcome = await inCause(cause && { ...cause, ...(traceparent && { traceparent }) }, () =>
          run(job, token, signal!),
        )
        end({ outcome })
        return outcome
      } catch (error) {
        end({ outcome: error instanceof DelayedError ? 'later' : 'failed' })
        throw error
      } finally {
        atWork.delete(job.id!)
      }
    },
    {
      connection,
      // Redis' list of clients then tells who is connected.
      name: id,
      prefix: PREFIX,
      concurrency,
      ...(running.tracing && { telemetry: bullTelemetry() }),
      lockDuration: config.jobLockSeconds * 1_000,
      // Looked for twice as often as locks run out: a killed worker's job waits at most one and a half times the lock.
      stalledInterval: config.jobLockSeconds * 500,
      // A worker killed again and again on one job: the sweep takes over with a new attempt, and counts.
      maxStalledCount: 3,
    },
    workerBackend(connection),
  )
  const beating = startHeartbeat(worker, atWork, { id, queue, version: config.version, redis: connection, log })
  worker.on('error', (error) => log.warn({ err: error.message }, 'worker'))
  // Frozen longer than its lock, a handler would go on beside its successor: its writes find nothing to move (they
  // name stage and attempt), and this stops it from wasting the machine.
  worker.on('lockRenewalFailed', (ids) => ids.forEach((id) => worker.cancelJob(id, 'lock lost')))

  running.check('redis', async () => {
    await connection.ping()
    return 'ok'
  })
  running.onShutdown(`worker ${queue}`, async () => {
    const giveUp = setTimeout(() => {
      ending = true
      worker.cancelAllJobs('shutdown')
    }, config.finishSeconds * 1_000)
    await beating.ending()
    await worker.close()
    clearTimeout(giveUp)
    await beating.stop()
    connection.disconnect()
  })
  return worker
}

/** Spans of jobs below those of what set them off. Loaded only where traces are kept. */
function bullTelemetry(): Telemetry {
  const { BullMQOtel } = createRequire(import.meta.url)('bullmq-otel') as typeof BullOtel
  return new BullMQOtel({ tracerName: 'toile' }) as unknown as Telemetry
}

/** One for all queues of a process. */
function durations(metrics: Registry): Histogram {
  const name = 'toile_job_duration_seconds'
  return (
    (metrics.getSingleMetric(name) as Histogram | undefined) ??
    new Histogram({
      name,
      help: 'How long jobs ran, by name and outcome',
      labelNames: ['job', 'outcome'],
      buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 180, 600],
      registers: [metrics],
    })
  )
}

/** What went wrong and where, short enough to be kept with the job. */
function errorText(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 2_000)
}

function isJobOf(queue: QueueName, name: string): name is JobName {
  return name in jobs && jobs[name as JobName].queue === queue
}

/** Payloads are checked at the door: what does not fit is a dead letter at once. Only ids are logged. */
function parsePayload(job: Job): JobPayload {
  if (!Value.Check(JobPayload, job.data)) throw new UnrecoverableError(`the payload of job ${job.id} does not fit`)
  return job.data
}

async function giveBack(job: Job, token: string | undefined, delayMs: number): Promise<never> {
  await job.moveToDelayed(Date.now() + delayMs, token)
  throw new DelayedError()
}
