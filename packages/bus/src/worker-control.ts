import type { Redis } from 'ioredis'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import { PREFIX } from './redis.js'
import { withQueues } from './queues.js'

// What administrators ordered stands in Postgres. The relay copies it here once a second, so that workers need not ask
// Postgres and a flushed Redis knows it again at once. Fields: a queue's name for its concurrency, a worker's id for a drain.

const ORDERS = `${PREFIX}:orders`

export interface Orders {
  settings: readonly { queue: string; paused: boolean; concurrency: number | null }[]
  /** Ids of workers that shall take no more jobs. */
  drained: readonly string[]
}

/** Copies the orders to where workers look, and pauses and resumes BullMQ's queues as they say. */
export async function giveOrders(redis: Redis, { settings, drained }: Orders): Promise<void> {
  const fields = [
    ...settings.flatMap(({ queue, concurrency }) => (concurrency === null ? [] : [queue, String(concurrency)])),
    ...drained.flatMap((id) => [id, 'drain']),
  ]
  const write = redis.multi().del(ORDERS)
  if (fields.length > 0) write.hset(ORDERS, ...fields)
  await write.exec()
  const paused = new Set(settings.filter((setting) => setting.paused).map(({ queue }) => queue))
  const metas = redis.pipeline()
  for (const name of queueNames) metas.hexists(`${PREFIX}:${name}:meta`, 'paused')
  const answers = (await metas.exec()) ?? []
  const wrong = queueNames.filter((name, at) => (answers[at]?.[1] === 1) !== paused.has(name))
  if (wrong.length === 0) return
  await withQueues(redis, wrong, (queue, name) => (paused.has(name) ? queue.pause() : queue.resume()))
}

/** What one worker shall do. */
export async function ordersFor(
  redis: Redis,
  queue: QueueName,
  workerId: string,
): Promise<{ concurrency: number | undefined; drained: boolean }> {
  const [concurrency, drain] = await redis.hmget(ORDERS, queue, workerId)
  return { concurrency: concurrency ? Number(concurrency) : undefined, drained: Boolean(drain) }
}
