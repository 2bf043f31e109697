import { publishWorkerControl } from '@toile/bus/worker-control'
import { sendLive } from '@toile/bus/live-stream'
import { readQueues, type QueueReading } from '@toile/bus/queue-reading'
import { livingWorkers } from '@toile/bus/worker-counts'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import { forecast } from '@toile/contracts/queues/queue-forecast'
import { countTimes, spread } from '@toile/contracts/queues/queue-times'
import type { QueueHealth, QueueWorker } from '@toile/contracts/queues/queues'
import { queueTargetSeconds } from '@toile/contracts/queues/queues.constants'
import { isId } from '@toile/contracts/ids'
import { countWaitingParts, type WaitingParts } from '@toile/db/queues/awaiting-admission'
import { jobOwners } from '@toile/db/queues/job-subjects'
import {
  saveMeasurements,
  lastHour,
  lastMeasured,
  noteVersions,
  type LastHour,
  type Measurement,
} from '@toile/db/queues/queue-health'
import { drainedWorkers, forgetDrained, queueSettings, type QueueSetting } from '@toile/db/queues/queue-settings'
import type { RecentCounts } from '@toile/db/schema/queues'
import type { TickParts } from './parts.js'

const MINUTE_MS = 60_000

type Parts = Pick<TickParts, 'db' | 'redis'>

/**
 * Measures all queues. Runs once a second in one relay at a time, and keeps its state in Postgres, so that any relay
 * can continue. @returns the queues that no other relay has measured meanwhile
 */
export async function measureQueues({ db, redis }: Parts): Promise<QueueHealth[]> {
  const [settings, drained, before, hour, held] = await Promise.all([
    queueSettings(db),
    drainedWorkers(db),
    lastMeasured(db),
    lastHour(db),
    countWaitingParts(db),
  ])
  await publishWorkerControl(redis, { settings, drained })
  const workers = await livingWorkers(redis)
  const since = new Map(before.map(({ queue, event_id }) => [queue, event_id]))
  const readings = await readQueues(redis, queueNames, since)
  const owners = await jobOwners(db, [...new Set(readings.flatMap(({ waitingIds }) => waitingIds))].filter(isId))

  const now = Date.now()
  const measured = readings.map((reading): Measurement => {
    const { queue } = reading
    const counted: RecentCounts = [now, reading.arrived, reading.completed, reading.failed]
    const recent = [...(before.find((row) => row.queue === queue)?.recent ?? []), counted].filter(
      ([at, ...counts]) => at > now - MINUTE_MS && counts.some((count) => count > 0),
    )
    const health = healthOf({
      reading,
      recent,
      hour: hour.get(queue),
      held: held.get(queue),
      setting: settings.find((setting) => setting.queue === queue),
      workers: workers.filter((worker) => worker.queue === queue),
      waitingFor: reading.waitingIds.flatMap((id) => owners.get(id) ?? []),
      at: now,
    })
    const sample = sampleOf(queue, health, reading)
    return { queue, health, event_id: reading.lastEvent, recent, before: since.get(queue), sample }
  })
  const saved = await saveMeasurements(db, measured)
  await noteVersions(db, [...new Set(workers.map(({ version }) => version))])
  const living = workers.map(({ id }) => id)
  if (drained.some((id) => !living.includes(id))) await forgetDrained(db, living)
  const healths = measured.flatMap(({ queue, health }) => (saved.has(queue) ? health : []))
  await sendLive(
    redis,
    healths.map((payload) => ({ room: 'queues', event: 'queue:health', payload })),
  )
  return healths
}

interface Known {
  reading: QueueReading
  recent: readonly RecentCounts[]
  hour: LastHour | undefined
  held: WaitingParts | undefined
  setting: QueueSetting | undefined
  workers: readonly QueueWorker[]
  /** The owner of each waiting job. An owner of several jobs occurs several times. */
  waitingFor: readonly string[]
  at: number
}

function healthOf({ reading, recent, hour, held, setting, workers, waitingFor, at }: Known): QueueHealth {
  const { queue, counts, oldestWaitingSeconds } = reading
  const sum = (part: 1 | 2 | 3) => recent.reduce((total, counted) => total + counted[part], 0)
  const taking = workers.filter(({ state }) => state === 'working' || state === 'idle')
  const slots = taking.reduce((total, { concurrency }) => total + concurrency, 0)
  const waiting = counts.waiting + (held?.parts ?? 0)
  const arrivalsPerMinute = sum(1)
  const oldest = Math.max(oldestWaitingSeconds ?? -1, held?.oldestSeconds ?? -1)
  const targetSeconds = queueTargetSeconds[queue]
  const paused = setting?.paused ?? false
  const ahead = forecast({
    waiting,
    slots,
    slotsPerWorker: taking.length > 0 ? slots / taking.length : 1,
    arrivalsPerSecond: arrivalsPerMinute / 60,
    runSeconds: hour?.run_seconds ?? undefined,
    targetSeconds,
  })
  return {
    name: queue,
    paused,
    concurrency: setting?.concurrency ?? null,
    counts,
    held: held?.parts ?? 0,
    waiting,
    people: new Set([...waitingFor, ...(held?.people ?? [])]).size,
    oldestWaitingSeconds: oldest < 0 ? null : oldest,
    targetSeconds,
    arrivalsPerMinute,
    completionsPerMinute: sum(2),
    failuresPerMinute: sum(3),
    wait: spread(hour?.waits ?? []),
    run: spread(hour?.runs ?? []),
    // A paused queue does not shrink, and more workers do not help.
    secondsToEmpty: paused && waiting > 0 ? null : ahead.secondsToEmpty,
    workersToAdd: paused ? 0 : ahead.workersToAdd,
    workers: taking.length,
    slots,
    measuredAt: new Date(at).toISOString(),
  }
}

function sampleOf(queue: QueueName, health: QueueHealth, reading: QueueReading) {
  return {
    queue,
    arrived: reading.arrived,
    completed: reading.completed,
    failed: reading.failed,
    runSeconds: reading.runs.reduce((total, seconds) => total + seconds, 0),
    waits: countTimes(reading.waits),
    runs: countTimes(reading.runs),
    waiting: health.waiting,
    oldestSeconds: health.oldestWaitingSeconds ?? 0,
    workers: health.workers,
  }
}
