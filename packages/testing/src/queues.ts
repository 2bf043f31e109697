import type { QueueName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import { saveMeasurements } from '@toile/db/queues/queue-health'

/** Saves measurements of an idle queue, as the relay does. A queue without measurements has no health to show. */
export async function keepQuietQueue(db: Db, queue: QueueName): Promise<void> {
  const health = {
    name: queue,
    paused: false,
    concurrency: null,
    counts: { waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0 },
    held: 0,
    waiting: 0,
    people: 0,
    oldestWaitingSeconds: null,
    targetSeconds: 60,
    arrivalsPerMinute: 0,
    completionsPerMinute: 0,
    failuresPerMinute: 0,
    wait: null,
    run: null,
    secondsToEmpty: 0,
    workersToAdd: 0,
    workers: 0,
    slots: 0,
    measuredAt: new Date().toISOString(),
  }
  const counted = { arrived: 0, completed: 0, failed: 0, runSeconds: 0, waits: [], runs: [] }
  const sample = { queue, ...counted, waiting: 0, oldestSeconds: 0, workers: 0 }
  await saveMeasurements(db, [{ queue, health, event_id: '0-0', recent: [], before: undefined, sample }])
}
