import { Gauge, type Registry } from 'prom-client'
import type { QueueHealth } from '@toile/contracts/queues'
import type { Db } from '@toile/db/client'
import { oldestUnpublishedSeconds } from '@toile/db/events'
import { lastMeasured } from '@toile/db/queries/queue-health'

/**
 * The queues for Prometheus, in the numbers of the queue page. Every relay tells them, whichever of them measured: ask for
 * max() over the copies.
 */
export function exposeQueues(db: Db, metrics: Registry): void {
  const gauge = (name: string, help: string, labelNames: string[], set: (gauge: Gauge, health: QueueHealth) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        for (const { health } of await lastMeasured(db)) set(this, health)
      },
    })
  const jobsHelp = 'Jobs by state; parts of renders that Postgres holds back count as waiting'
  gauge('toile_queue_jobs', jobsHelp, ['queue', 'state'], (jobs, { name, counts, waiting }) => {
    for (const [state, count] of Object.entries({ ...counts, waiting })) jobs.set({ queue: name, state }, count)
  })
  const oldestHelp = 'How long the oldest waiting job has waited'
  gauge('toile_queue_oldest_waiting_seconds', oldestHelp, ['queue'], (oldest, { name, oldestWaitingSeconds }) =>
    oldest.set({ queue: name }, oldestWaitingSeconds ?? 0),
  )
  const workersHelp = 'Workers that are alive and take jobs'
  gauge('toile_queue_workers', workersHelp, ['queue'], (alive, { name, workers }) =>
    alive.set({ queue: name }, workers),
  )
  new Gauge({
    name: 'toile_events_oldest_waiting_seconds',
    help: 'How long the oldest event has waited for a relay',
    registers: [metrics],
    async collect() {
      this.set(await oldestUnpublishedSeconds(db))
    },
  })
}
