import type { Redis } from 'ioredis'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import type { QueueWorker } from '@toile/contracts/queues/queues'
import { heartbeat } from '@toile/contracts/queues/queues.constants'
import { keyOfWorker, type Heartbeat } from './heartbeat.js'
import { PREFIX } from './redis.js'

// Redis' client list shows each worker by queue and id. A worker whose process dies vanishes from the list at once.

interface Connected {
  queue: QueueName
  /** Undefined for a worker without a name, which is not Toile's. */
  id: string | undefined
}

export async function workerCounts(
  redis: Redis,
  names: readonly QueueName[] = queueNames,
): Promise<Map<QueueName, number>> {
  const connected = await connectedWorkers(redis)
  return new Map(names.map((name) => [name, connected.filter(({ queue }) => queue === name).length]))
}

/** State of the connected workers at their last heartbeat. Omits workers that have not sent one yet. */
export async function livingWorkers(redis: Redis): Promise<QueueWorker[]> {
  const ids = (await connectedWorkers(redis)).flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return []
  const pipeline = redis.pipeline()
  for (const id of ids) pipeline.get(keyOfWorker(id)).pttl(keyOfWorker(id))
  const results = (await pipeline.exec()) ?? []
  return ids.flatMap((_id, at) => {
    const [text, leftMs] = [results[2 * at]?.[1], results[2 * at + 1]?.[1]]
    if (typeof text !== 'string' || typeof leftMs !== 'number') return []
    return workerOf(JSON.parse(text) as Heartbeat, heartbeat.forgottenAfterSeconds - leftMs / 1_000)
  })
}

async function connectedWorkers(redis: Redis): Promise<Connected[]> {
  const list = (await redis.client('LIST')) as string
  const byName = new Map(queueNames.map((name) => [`${PREFIX}:${Buffer.from(name).toString('base64')}`, name]))
  return list.split('\n').flatMap((line) => {
    // BullMQ's connection names: `<prefix>:<queue in base64>`, then `:w:<worker name>`.
    const [, base, id] = / name=(\S+?)(?::w:(\S+))?(?: |$)/.exec(line) ?? []
    const queue = base && byName.get(base)
    return queue ? [{ queue, id }] : []
  })
}

function workerOf({ jobs, drained, ending, ...reported }: Heartbeat, silentSeconds: number): QueueWorker {
  const now = Date.now()
  const state = () => {
    if (silentSeconds > heartbeat.silentAfterSeconds) return 'silent'
    if (ending) return 'ending'
    if (drained) return jobs.length > 0 ? 'draining' : 'drained'
    return jobs.length > 0 ? 'working' : 'idle'
  }
  return {
    id: reported.id,
    queue: reported.queue,
    state: state(),
    host: reported.host,
    pid: reported.pid,
    version: reported.version,
    concurrency: reported.concurrency,
    // Computed with the local clock, which may differ a little from the worker's.
    jobs: jobs.map(({ id, name, startedAt }) => ({ id, name, seconds: Math.max(0, (now - startedAt) / 1_000) })),
    memoryBytes: reported.memoryBytes,
    // Older workers do not send this field.
    isIsolated: reported.isIsolated ?? null,
    uptimeSeconds: reported.uptimeSeconds + silentSeconds,
    silentSeconds: Math.max(0, silentSeconds),
  }
}
