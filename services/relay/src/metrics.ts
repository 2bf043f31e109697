import { Gauge, type Registry } from 'prom-client'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import type { Db } from '@toile/db/client'
import { oldestUnpublishedSeconds } from '@toile/db/events'
import { lastMeasured } from '@toile/db/queues/queue-health'

type Snapshot = { oldestEventSeconds: number; queues: { health: QueueHealth; age_seconds: number }[] }

/** All relays export equal gauges, so query max(), not sum(). If Postgres is unreachable, the gauges are absent. */
export function exposeQueues(db: Db, metrics: Registry): void {
  let reading: Promise<Snapshot | undefined> | undefined
  // All gauges of a scrape share one read.
  const shared = () => (reading ??= readSnapshot(db).finally(() => (reading = undefined)))
  const gauge = (name: string, help: string, labelNames: string[], set: (gauge: Gauge, snapshot: Snapshot) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        const snapshot = await shared()
        // Removes stale values. For a gauge without labels, reset() would set 0 instead.
        if (labelNames.length > 0) this.reset()
        else this.remove()
        if (snapshot) set(this, snapshot)
      },
    })
  const jobsHelp = 'Jobs by state; jobs that still wait in Postgres count as waiting'
  gauge('toile_queue_jobs', jobsHelp, ['queue', 'state'], (jobs, { queues }) => {
    for (const { health } of queues)
      for (const [state, count] of Object.entries({ ...health.counts, waiting: health.waiting }))
        jobs.set({ queue: health.name, state }, count)
  })
  const ofQueues = (name: string, help: string, valueOf: (queue: Snapshot['queues'][number]) => number) =>
    gauge(name, help, ['queue'], (one, { queues }) => {
      for (const queue of queues) one.set({ queue: queue.health.name }, valueOf(queue))
    })
  const oldestHelp = 'How long the oldest waiting job has waited'
  ofQueues('toile_queue_oldest_waiting_seconds', oldestHelp, ({ health }) => health.oldestWaitingSeconds ?? 0)
  ofQueues('toile_queue_workers', 'Workers that are alive and take jobs', ({ health }) => health.workers)
  const ageHelp = 'Age of the latest measurement of the queue, from which its other metrics come'
  ofQueues('toile_queue_measured_age_seconds', ageHelp, ({ age_seconds }) => age_seconds)
  const eventsHelp = 'How long the oldest event has waited for a relay'
  gauge('toile_events_oldest_waiting_seconds', eventsHelp, [], (oldest, snapshot) =>
    oldest.set(snapshot.oldestEventSeconds),
  )
}

async function readSnapshot(db: Db): Promise<Snapshot | undefined> {
  try {
    const [queues, oldestEventSeconds] = await Promise.all([lastMeasured(db), oldestUnpublishedSeconds(db)])
    return { queues, oldestEventSeconds }
  } catch {
    return undefined
  }
}
