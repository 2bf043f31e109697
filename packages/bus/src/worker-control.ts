import type { Redis } from 'ioredis'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import { PREFIX } from './redis.js'
import { withQueues } from './queues.js'

// The relay copies administrators' settings from Postgres to Redis once a second, so that workers need no query. Pauses
// are set in BullMQ. A hash holds the rest: a queue's name with its concurrency, and the ids of drained workers.

const CONTROL_KEY = `${PREFIX}:orders`

export interface WorkerControl {
  settings: readonly { queue: string; paused: boolean; concurrency: number | null }[]
  drained: readonly string[]
}

export async function publishWorkerControl(redis: Redis, { settings, drained }: WorkerControl): Promise<void> {
  const fields = [
    ...settings.flatMap(({ queue, concurrency }) => (concurrency === null ? [] : [queue, String(concurrency)])),
    ...drained.flatMap((id) => [id, 'drain']),
  ]
  const write = redis.multi().del(CONTROL_KEY)
  if (fields.length > 0) write.hset(CONTROL_KEY, ...fields)
  await write.exec()
  const paused = new Set(settings.filter((setting) => setting.paused).map(({ queue }) => queue))
  const metas = redis.pipeline()
  for (const name of queueNames) metas.hexists(`${PREFIX}:${name}:meta`, 'paused')
  const results = (await metas.exec()) ?? []
  const wrong = queueNames.filter((name, at) => (results[at]?.[1] === 1) !== paused.has(name))
  if (wrong.length === 0) return
  await withQueues(redis, wrong, (queue, name) => (paused.has(name) ? queue.pause() : queue.resume()))
}

export async function readWorkerControl(
  redis: Redis,
  queue: QueueName,
  workerId: string,
): Promise<{ concurrency: number | undefined; drained: boolean }> {
  const [concurrency, drain] = await redis.hmget(CONTROL_KEY, queue, workerId)
  return { concurrency: concurrency ? Number(concurrency) : undefined, drained: Boolean(drain) }
}
