import type { Redis } from 'ioredis'
import type { QueueName } from '@toile/contracts/jobs'
import { PREFIX } from './redis.js'

// Reads all queues together, in three round trips.

/** Maximum number of events read per queue at a time. The next reading continues after them. */
const MAX_EVENTS = 5_000
/** The oldest waiting job is sought among this many jobs at the front, as a retried job may be behind a younger one. */
const FRONT = 20
const MAX_WAITING_IDS = 500

export interface QueueReading {
  queue: QueueName
  counts: { waiting: number; active: number; delayed: number; failed: number; completed: number }
  waitingIds: string[]
  oldestWaitingSeconds: number | null
  /** These three count events since the previous reading. */
  arrived: number
  completed: number
  failed: number
  /** Waiting times in seconds of jobs that ended at their first attempt. */
  waits: number[]
  runs: number[]
  lastEvent: string
}

const key = (queue: QueueName, part: string) => `${PREFIX}:${queue}:${part}`

/** @param since id of the last counted event of each queue; a queue without an id is counted from now */
export async function readQueues(
  redis: Redis,
  queues: readonly QueueName[],
  since: ReadonlyMap<QueueName, string>,
): Promise<QueueReading[]> {
  const [seconds, micros] = await redis.time()
  const nowMs = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000)
  const first = redis.pipeline()
  for (const queue of queues) {
    const from = since.get(queue)
    first
      .llen(key(queue, 'wait'))
      .llen(key(queue, 'active'))
      .zcard(key(queue, 'delayed'))
      .zcard(key(queue, 'failed'))
      .zcard(key(queue, 'completed'))
      .lrange(key(queue, 'wait'), -MAX_WAITING_IDS, -1)
      .xrange(key(queue, 'events'), from ? `(${from}` : `${nowMs}-0`, '+', 'COUNT', MAX_EVENTS)
  }
  const results = resultsOf(await first.exec())
  const PARTS = 7
  const readings = queues.map((queue, at) => {
    const [waiting, active, delayed, failed, completed, waitingJobs, events] = results.slice(
      at * PARTS,
      (at + 1) * PARTS,
    ) as [number, number, number, number, number, string[], StreamEntry[]]
    return {
      queue,
      counts: { waiting, active, delayed, failed, completed },
      waitingJobs,
      events: events.map(eventOf),
      lastEvent: events.at(-1)?.[0] ?? since.get(queue) ?? `${nowMs}-0`,
    }
  })

  const second = redis.pipeline()
  for (const { queue, waitingJobs, events } of readings) {
    for (const id of waitingJobs.slice(-FRONT)) second.hget(key(queue, id), 'timestamp')
    for (const { jobId } of events.filter(hasEnded))
      second.hmget(key(queue, jobId), 'timestamp', 'delay', 'processedOn', 'finishedOn', 'ats')
  }
  const details = resultsOf(await second.exec())
  return readings.map(({ queue, counts, waitingJobs, events, lastEvent }) => {
    const added = details.splice(0, Math.min(FRONT, waitingJobs.length)).map(Number).filter(Boolean)
    const ended = events.filter(hasEnded)
    const times = details.splice(0, ended.length).map((fields) => (fields as (string | null)[]).map(Number))
    const waits: number[] = []
    const runs: number[] = []
    for (const [timestamp, delay, processedOn, finishedOn, tries] of times as [
      number,
      number,
      number,
      number,
      number,
    ][]) {
      if (!processedOn || !finishedOn) continue
      runs.push(Math.max(0, finishedOn - processedOn) / 1_000)
      if (tries <= 1) waits.push(Math.max(0, processedOn - timestamp - delay) / 1_000)
    }
    return {
      queue,
      counts,
      waitingIds: waitingJobs.map((id) => id.slice(0, 36)),
      oldestWaitingSeconds: added.length > 0 ? Math.max(0, nowMs - Math.min(...added)) / 1_000 : null,
      arrived: events.filter(({ event }) => event === 'added').length,
      completed: ended.filter(({ event }) => event === 'completed').length,
      failed: ended.filter(({ event }) => event === 'failed').length,
      waits,
      runs,
      lastEvent,
    }
  })
}

type StreamEntry = [id: string, fields: string[]]

function eventOf([, fields]: StreamEntry): { event: string; jobId: string } {
  const value = (name: string) => fields[fields.indexOf(name) + 1] ?? ''
  return { event: value('event'), jobId: value('jobId') }
}

const hasEnded = ({ event }: { event: string }) => event === 'completed' || event === 'failed'

function resultsOf(results: [Error | null, unknown][] | null): unknown[] {
  return (results ?? []).map(([error, result]) => {
    if (error) throw error
    return result
  })
}
