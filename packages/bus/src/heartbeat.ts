import { hostname } from 'node:os'
import type { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { QueueName } from '@toile/contracts/jobs'
import { heartbeat, queuesOfFiles } from '@toile/contracts/queues/queues.constants'
import { isolation } from '@toile/runtime/isolation'
import type { Logger } from '@toile/runtime/logger'
import { readWorkerControl } from './worker-control.js'
import { PREFIX } from './redis.js'

/** Stored in a Redis key that expires unless the worker publishes it again. */
export interface Heartbeat {
  id: string
  queue: QueueName
  host: string
  pid: number
  version: string
  concurrency: number
  jobs: { id: string; name: string; startedAt: number }[]
  memoryBytes: number
  uptimeSeconds: number
  /** Null for a worker that opens no users' files. */
  isIsolated: boolean | null
  drained: boolean
  ending: boolean
}

export const keyOfWorker = (id: string) => `${PREFIX}:worker:${id}`

/** Publishes the worker's state and applies administrators' settings, which stay in force while Redis is down. */
export function startHeartbeat(
  worker: Worker,
  running: ReadonlyMap<string, { name: string; startedAt: number }>,
  { id, queue, version, redis, log }: { id: string; queue: QueueName; version: string; redis: Redis; log: Logger },
) {
  const initialConcurrency = worker.concurrency
  const startedAt = Date.now()
  let ending = false
  let drained = false
  let busy = false

  const applyControl = async () => {
    const control = await readWorkerControl(redis, queue, id)
    const concurrency = control.concurrency ?? initialConcurrency
    if (worker.concurrency !== concurrency) {
      log.info({ queue, concurrency }, 'concurrency set')
      worker.concurrency = concurrency
    }
    if (control.drained === drained || ending) return
    drained = control.drained
    log.info({ queue, drained }, 'drain')
    // Not awaited, because pause() resolves only when running jobs are done. It stops new jobs at once.
    if (drained) worker.pause().catch((error: Error) => log.warn({ err: error.message }, 'drain'))
    else await worker.resume()
  }
  const publish = async () => {
    const current: Heartbeat = {
      id,
      queue,
      host: hostname(),
      pid: process.pid,
      version,
      concurrency: worker.concurrency,
      jobs: [...running].map(([jobId, { name, startedAt: since }]) => ({ id: jobId, name, startedAt: since })),
      memoryBytes: process.memoryUsage.rss(),
      uptimeSeconds: (Date.now() - startedAt) / 1_000,
      isIsolated: queuesOfFiles.includes(queue) ? isolation().bwrap !== undefined : null,
      drained,
      ending,
    }
    await redis.set(keyOfWorker(id), JSON.stringify(current), 'EX', heartbeat.forgottenAfterSeconds)
  }
  const once = async () => {
    // While Redis is unreachable, a heartbeat waits for it. One waiting heartbeat is enough.
    if (busy) return
    busy = true
    await applyControl()
      .then(publish)
      .catch((error: Error) => log.warn({ err: error.message }, 'heartbeat'))
      .finally(() => (busy = false))
  }
  const timer = setInterval(() => void once(), heartbeat.everyMs)
  void once()
  return {
    async ending(): Promise<void> {
      ending = true
      if (redis.status === 'ready') await publish().catch(() => {})
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      if (redis.status === 'ready') await redis.del(keyOfWorker(id)).catch(() => {})
    },
  }
}
