import { updateAlerts } from '@toile/db/queues/alerts'
import { endedLately } from '@toile/db/queues/queue-health'
import { measureQueues } from './queues.js'
import type { TickParts } from './parts.js'
import { diskSignal, postgresSignal, redisSignal, queueSignals } from './health-signals.js'

/** Measures queues and stores, and opens and closes alerts. Runs once a second, in one relay at a time. */
export async function monitorHealth({
  db,
  redis,
  storage,
}: Pick<TickParts, 'db' | 'redis' | 'storage'>): Promise<void> {
  const [ofRedis, ofPostgres, ofDisk] = await Promise.all([redisSignal(redis), postgresSignal(db), diskSignal(storage)])
  const stores = [ofRedis, ofPostgres, ...ofDisk]
  // Without Redis no queue can be measured.
  if (ofRedis.params['reason'] === 'away') return void (await updateAlerts(db, stores))
  const queues = await measureQueues({ db, redis })
  await updateAlerts(db, [...stores, ...queueSignals(queues, await endedLately(db))])
}
