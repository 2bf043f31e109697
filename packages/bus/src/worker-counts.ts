import type { Redis } from 'ioredis'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import type { QueueWorker } from '@toile/contracts/queues/queues'
import { heartbeat } from '@toile/contracts/queues/queues.constants'
import { keyOfWorker, type Heartbeat } from './heartbeat.js'
import { PREFIX } from './redis.js'

// Redis itself knows who works: its list of clients names the queue and the worker of each connection, so one that
// died is gone at once. What a worker reports of itself lies beside it, see heartbeat.ts.

interface Connected {
  queue: QueueName
  /** Undefined for a worker that is not ours. */
  id: string | undefined
}

/** How many workers are connected to each of these queues. */
export async function workerCounts(
  redis: Redis,
  names: readonly QueueName[] = queueNames,
): Promise<Map<QueueName, number>> {
  const connected = await connectedWorkers(redis)
  return new Map(names.map((name) => [name, connected.filter(({ queue }) => queue === name).length]))
}

/** Every worker that is connected, with its last heartbeat; one that has just come sends one within a moment. */
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
    // As BullMQ names its connections: `<prefix>:<queue in base64>`, then `:w:<the worker's own name>`.
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
    // By this machine's clock: another's may stand a little beside it.
    jobs: jobs.map(({ id, name, startedAt }) => ({ id, name, seconds: Math.max(0, (now - startedAt) / 1_000) })),
    memoryBytes: reported.memoryBytes,
    // A worker of a version before does not report it.
    isIsolated: reported.isIsolated ?? null,
    uptimeSeconds: reported.uptimeSeconds + silentSeconds,
    silentSeconds: Math.max(0, silentSeconds),
  }
}
