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
import { isStoreUnavailable } from '@toile/contracts/store-unavailable'
import type * as BullOtel from 'bullmq-otel'
import { newId } from '@toile/contracts/ids'
import { startHeartbeat } from './heartbeat.js'
import { causeOfJob } from './queues.js'
import { connectBlockingRedis, PREFIX } from './redis.js'
import { workerBackend } from './worker-backend.js'

const UNKNOWN_JOB_DELAY_MS = 30_000
/** Multiplied by a random number from 1 to 2, so that jobs waiting for an unreachable store do not return together. */
const STORE_AWAY_DELAY_MS = 5_000

export interface JobContext {
  /** Aborted when the job's lock is lost or the shutdown's grace time is over. The job then runs again. */
  signal: AbortSignal
  log: Logger
}

export interface Handler {
  /**
   * Must pass the attempt to every write, and may be killed at any line. Throws InputFailure for bad input (no retry),
   * RetryLater to run again later, and any other error for a temporary fault (retry with backoff). A retry because of
   * an unreachable store does not count as an attempt.
   */
  run(payload: JobPayload, context: JobContext): Promise<void>
  /** Moves the subject to `failed`, after bad input or the last attempt. */
  fail(payload: JobPayload, failure: StoredFailure): Promise<void>
}

export type Handlers<Q extends QueueName> = { [N in JobOf<Q>]: Handler }

/** This is the default concurrency, because a model's stages use about one core and drawing its pictures another. */
export const halfTheCores = Math.max(1, Math.floor(availableParallelism() / 2))

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
  const atWork = new Map<string, { name: string; startedAt: number }>()

  const run = async (job: Job, token: string | undefined, signal: AbortSignal): Promise<string> => {
    if (!isJobOf(queue, job.name)) {
      log.warn({ job: job.id, name: job.name }, 'unknown job left for a newer worker')
      return giveBack(job, token, UNKNOWN_JOB_DELAY_MS)
    }
    const handler: Handler = handlers[job.name as JobOf<Q>]
    const payload = parsePayload(job)
    const requestId = causeOfJob(job)?.requestId
    const jobLog = log.child({ job: job.id, requestId })
    /** Parameters of a failure that is not the user's fault. The request id lets operators find its log lines. */
    const ownFault: Params = requestId === undefined ? {} : { requestId }
    try {
      await handler.run(payload, { signal, log: jobLog })
      jobLog.debug('job done')
      return 'done'
    } catch (error) {
      if (error instanceof RetryLater) {
        // Counts the job's age from now, so that a job for which nobody waits raises no alert.
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
      if (isStoreUnavailable(error)) {
        // An outage can outlast all attempts and is not the job's fault, so it costs no attempt. The job's age raises
        // alerts.
        jobLog.warn({ err: error }, 'store unavailable, job runs again later')
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
      name: id,
      prefix: PREFIX,
      concurrency,
      ...(running.tracing && { telemetry: bullTelemetry() }),
      lockDuration: config.jobLockSeconds * 1_000,
      // Checked twice per lock duration, so that a killed worker's job waits at most 1.5 lock durations.
      stalledInterval: config.jobLockSeconds * 500,
      // A job that stalls more often fails. Then the sweep starts a new attempt.
      maxStalledCount: 3,
    },
    workerBackend(connection),
  )
  const beating = startHeartbeat(worker, atWork, { id, queue, version: config.version, redis: connection, log })
  worker.on('error', (error) => log.warn({ err: error.message }, 'worker'))
  // Cancels the handler. After a freeze, it would run beside the job's next run and only waste work, because its writes
  // would have no effect.
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

/** Loads bullmq-otel, which is needed only when tracing is on. */
function bullTelemetry(): Telemetry {
  const { BullMQOtel } = createRequire(import.meta.url)('bullmq-otel') as typeof BullOtel
  return new BullMQOtel({ tracerName: 'toile' }) as unknown as Telemetry
}

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

function errorText(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 2_000)
}

function isJobOf(queue: QueueName, name: string): name is JobName {
  return name in jobs && jobs[name as JobName].queue === queue
}

/** An invalid payload fails at once, without retries. The error contains only the job's id, not the payload. */
function parsePayload(job: Job): JobPayload {
  if (!Value.Check(JobPayload, job.data)) throw new UnrecoverableError(`the payload of job ${job.id} is invalid`)
  return job.data
}

async function giveBack(job: Job, token: string | undefined, delayMs: number): Promise<never> {
  await job.moveToDelayed(Date.now() + delayMs, token)
  throw new DelayedError()
}
