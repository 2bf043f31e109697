import { judgeSigns } from '@toile/db/queues/alerts'
import { endedLately } from '@toile/db/queues/queue-health'
import { measureQueues } from './queues.js'
import type { TickParts } from './parts.js'
import { signOfDisk, signOfPostgres, signOfRedis, signsOfQueues } from './health-signals.js'

/** Measures the queues, looks at what they stand on, and opens and closes alerts. Once a second, one relay at a time. */
export async function watch({ db, redis, storage }: Pick<TickParts, 'db' | 'redis' | 'storage'>): Promise<void> {
  const [ofRedis, ofPostgres, ofDisk] = await Promise.all([signOfRedis(redis), signOfPostgres(db), signOfDisk(storage)])
  const stores = [ofRedis, ofPostgres, ...ofDisk]
  // Without Redis there are no numbers; the alert about it is all there is to say.
  if (ofRedis.params['reason'] === 'away') return void (await judgeSigns(db, stores))
  const queues = await measureQueues({ db, redis })
  await judgeSigns(db, [...stores, ...signsOfQueues(queues, await endedLately(db))])
}
