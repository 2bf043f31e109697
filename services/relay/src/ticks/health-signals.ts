import type { Redis } from 'ioredis'
import { alertLines } from '@toile/contracts/queues/alerts.constants'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import type { Db } from '@toile/db/client'
import { databaseUse, type HealthSignal } from '@toile/db/queues/alerts'
import type { Ended } from '@toile/db/queues/queue-health'
import type { Storage } from '@toile/storage/storage'

/** Whether the value is bad. Undefined between `good` and `bad`, where an alert stays open or closed as it was. */
function above(value: number, { bad, good }: { bad: number; good: number }): boolean | undefined {
  if (value > bad) return true
  return value < good ? false : undefined
}

export function queueSignals(queues: readonly QueueHealth[], ended: ReadonlyMap<string, Ended>): HealthSignal[] {
  return queues.flatMap((queue): HealthSignal[] => {
    const { name, waiting, workers, paused, oldestWaitingSeconds, targetSeconds } = queue
    const { completed = 0, failed = 0 } = ended.get(name) ?? {}
    const all = completed + failed
    const { least, ...share } = alertLines.failureShare
    const age = (oldestWaitingSeconds ?? 0) / targetSeconds
    return [
      // Jobs of a paused queue wait on purpose, so they raise neither `no_worker` nor `too_old`.
      { kind: 'no_worker', queue: name, bad: waiting > 0 && workers === 0 && !paused, params: { waiting } },
      {
        kind: 'too_old',
        queue: name,
        bad: paused ? false : above(age, alertLines.age),
        params: { seconds: Math.round(oldestWaitingSeconds ?? 0), targetSeconds, waiting },
      },
      {
        kind: 'failures',
        queue: name,
        bad: all < least ? false : above(failed / all, share),
        params: { failed, ended: all },
      },
    ]
  })
}

export async function redisSignal(redis: Redis): Promise<HealthSignal> {
  const signal = (bad: boolean | undefined, reason: string): HealthSignal => ({
    kind: 'redis',
    queue: '',
    bad,
    params: { reason },
  })
  try {
    const info = await redis.info()
    const value = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? ''
    if (value('aof_last_write_status') === 'err' || value('aof_last_bgrewrite_status') === 'err')
      return signal(true, 'disk')
    const most = Number(value('maxmemory'))
    return signal(most > 0 ? above(Number(value('used_memory')) / most, alertLines.use) : false, 'memory')
  } catch {
    return signal(true, 'away')
  }
}

/** Throws if Postgres is unreachable. postgres-outage.ts reports such an outage. */
export async function postgresSignal(db: Db): Promise<HealthSignal> {
  const began = performance.now()
  const { connections, most } = await databaseUse(db)
  const seconds = (performance.now() - began) / 1_000
  const [slow, full] = [above(seconds, alertLines.querySeconds), above(connections / most, alertLines.use)]
  const bad = slow || full ? true : slow === false && full === false ? false : undefined
  return { kind: 'postgres', queue: '', bad, params: { reason: full ? 'connections' : 'slow', connections, most } }
}

/** Empty for stores without a disk, or if the free space is unknown. */
export async function diskSignal(storage: Storage): Promise<HealthSignal[]> {
  const free = await storage.freeFraction().catch(() => null)
  if (free === null) return []
  const bad = above(1 - free, alertLines.diskUse)
  return [{ kind: 'disk', queue: '', bad, params: { percent: Math.round(free * 100) } }]
}
