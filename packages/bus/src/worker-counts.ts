import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import { PREFIX } from './redis.js'

/** How many workers are connected to each of these queues, as Redis' list of clients tells. */
export async function workerCounts(
  redis: Redis,
  names: readonly QueueName[] = queueNames,
): Promise<Map<QueueName, number>> {
  const counts = new Map<QueueName, number>()
  for (const name of names) {
    const queue = new Queue(name, { connection: redis, prefix: PREFIX })
    queue.on('error', () => {})
    counts.set(name, await queue.getWorkersCount())
    await queue.close()
  }
  return counts
}
