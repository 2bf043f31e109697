import { Counter } from 'prom-client'
import { assertSafeRedis, connectBlockingRedis, connectRedis } from '@toile/bus/redis'
import { openDatabase } from '@toile/bus/open-database'
import { progressReporter } from '@toile/bus/progress'
import { openQueues } from '@toile/bus/queues'
import { relayBatch, type RelayParts } from '@toile/bus/relay'
import { createAlarm, onWake } from '@toile/bus/wake'
import { poolSizes } from '@toile/db/client'
import type { Running } from '@toile/runtime/process'
import { openStorage } from '@toile/storage/open'
import { views } from './live-views.js'
import { exposeQueues } from './metrics.js'
import { monitorPostgres } from './postgres-outage.js'
import { runDueTicks, tickLoops } from './ticks.js'
import type { TickParts } from './ticks/parts.js'

/** Commits wake the relay. The poll covers lost wake-ups and finds the scheduled tasks that are due. */
const POLL_MS = 500

/** Turns committed events into jobs and live messages, and runs scheduled tasks. */
export async function startRelay(running: Running): Promise<void> {
  const { config, log, metrics } = running
  const alarm = createAlarm(POLL_MS)
  const promptAlarm = createAlarm(POLL_MS)
  const tickAlarm = createAlarm(POLL_MS)
  const db = openDatabase(running, { poolSize: poolSizes.relay, cachePlans: true, onEvents: alarm.ring })
  const redis = connectRedis(config.redisUrl, log)
  const listener = connectBlockingRedis(config.redisUrl, log)
  const queues = openQueues(config.redisUrl, log)
  const relayed = new Counter({ name: 'toile_events_relayed_total', help: 'Events relayed', registers: [metrics] })
  exposeQueues(db, metrics)
  if (config.production) await assertSafeRedis(redis)

  const relay: RelayParts = {
    ...{ db, redis, queues, views, tracing: running.tracing, onTicksDue: promptAlarm.ring },
    onSkipped: ({ id, type }, err) => log.error({ err, eventId: id, type }, 'live message skipped'),
  }
  const ticks: TickParts = {
    db,
    redis,
    queues,
    report: progressReporter(redis),
    storage: await openStorage(config.storage),
    config,
    log,
  }
  let ending = false
  const repeat = (name: string, step: () => Promise<number>, rest: () => Promise<void>) =>
    (async () => {
      while (!ending) {
        const done = await step().catch((error: unknown) => {
          log.warn({ err: error instanceof Error ? error.message : error }, name)
          return 0
        })
        if (done === 0 && !ending) await rest()
      }
    })()

  await onWake(listener, alarm.ring)
  const loops = [
    repeat(
      'relay',
      async () => {
        alarm.reset()
        const count = await relayBatch(relay)
        relayed.inc(count)
        return count
      },
      () => alarm.pause(),
    ),
    repeat(
      'prompt ticks',
      () => {
        promptAlarm.reset()
        return runDueTicks(ticks, tickLoops.prompt)
      },
      () => promptAlarm.pause(),
    ),
    repeat(
      'ticks',
      () => runDueTicks(ticks, tickLoops.others),
      () => tickAlarm.pause(),
    ),
  ]

  running.check('redis', async () => {
    await redis.ping()
    return 'ok'
  })
  running.onShutdown('redis', async () => {
    await queues.close()
    redis.disconnect()
    listener.disconnect()
  })
  const stopMonitoring = monitorPostgres({ db, redis, config, log })
  running.onShutdown('loops', async () => {
    ending = true
    alarm.ring()
    promptAlarm.ring()
    tickAlarm.ring()
    await stopMonitoring()
    await Promise.all(loops)
  })
}
