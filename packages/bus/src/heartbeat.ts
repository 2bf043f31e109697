import { hostname } from 'node:os'
import type { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { QueueName } from '@toile/contracts/jobs'
import { heartbeat, queuesOfFiles } from '@toile/contracts/queues/queues.constants'
import { isolation } from '@toile/runtime/isolation'
import type { Logger } from '@toile/runtime/logger'
import { ordersFor } from './worker-control.js'
import { PREFIX } from './redis.js'

/** What a worker says of itself. It has no row: it is true only as long as it is said. */
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
  /** Null for a worker that opens no strangers' files. */
  isIsolated: boolean | null
  /** Takes no more jobs because somebody said so. */
  drained: boolean
  /** Finishes what it holds and goes. */
  ending: boolean
}

export const keyOfWorker = (id: string) => `${PREFIX}:worker:${id}`

export interface Beating {
  /** Says at once that the worker is about to go. */
  ending(): Promise<void>
  /** The worker is gone. */
  stop(): Promise<void>
}

/**
 * Lets a worker be seen: every two seconds it says how it is, and does what administrators have ordered since
 * (concurrency, drain). While Redis is away nothing is said, and the last orders hold.
 */
export function beat(
  worker: Worker,
  running: ReadonlyMap<string, { name: string; startedAt: number }>,
  { id, queue, version, redis, log }: { id: string; queue: QueueName; version: string; redis: Redis; log: Logger },
): Beating {
  const startedWith = worker.concurrency
  const startedAt = Date.now()
  let ending = false
  let drained = false
  let busy = false

  const obey = async () => {
    const orders = await ordersFor(redis, queue, id)
    const concurrency = orders.concurrency ?? startedWith
    if (worker.concurrency !== concurrency) {
      log.info({ queue, concurrency }, 'concurrency set')
      worker.concurrency = concurrency
    }
    if (orders.drained === drained || ending) return
    drained = orders.drained
    log.info({ queue, drained }, 'drain')
    // Resolves when what it holds is done; meanwhile it takes nothing more.
    if (drained) worker.pause().catch((error: Error) => log.warn({ err: error.message }, 'drain'))
    else await worker.resume()
  }
  const say = async () => {
    const beatOfNow: Heartbeat = {
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
    await redis.set(keyOfWorker(id), JSON.stringify(beatOfNow), 'EX', heartbeat.forgottenAfterSeconds)
  }
  const once = async () => {
    // The connection waits for a Redis that is away: one beat is enough for it to find.
    if (busy) return
    busy = true
    await obey()
      .then(say)
      .catch((error: Error) => log.warn({ err: error.message }, 'heartbeat'))
      .finally(() => (busy = false))
  }
  const timer = setInterval(() => void once(), heartbeat.everyMs)
  void once()
  return {
    async ending() {
      ending = true
      if (redis.status === 'ready') await say().catch(() => {})
    },
    async stop() {
      clearInterval(timer)
      if (redis.status === 'ready') await redis.del(keyOfWorker(id)).catch(() => {})
    },
  }
}
