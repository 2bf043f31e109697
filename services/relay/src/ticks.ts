import { PIECE_RETENTION_DAYS, FAIRNESS_DAYS } from '@toile/contracts/renders/renders.constants'
import { viewsWaiting } from '@toile/bus/page-views'
import { PREFIX } from '@toile/bus/redis'
import type { Db } from '@toile/db/client'
import { rollEventPartitions } from '@toile/db/events'
import { forgetTombstones, removeUnfinishedAccounts } from '@toile/db/users/accounts'
import { abandonFiles } from '@toile/db/files/files'
import { deleteOldIdempotencyKeys } from '@toile/db/queues/idempotency'
import { requestHistoryRollup } from '@toile/db/queues/queue-history'
import { requestViewCount } from '@toile/db/analytics/page-views'
import { deleteOldMails } from '@toile/db/notifications/mails'
import { forgetUnsubscribeTokens } from '@toile/db/notifications/notification-mails'
import { forgetTasks } from '@toile/db/notifications/notification-tasks'
import { forgetNotifications } from '@toile/db/notifications/notifications'
import { endExports } from '@toile/db/backstage/table-exports'
import { deleteOldStageHistory } from '@toile/db/uploads/stage-history'
import { forgetDeletedRenders } from '@toile/db/renders/renders-deletion'
import { forgetOldPieces } from '@toile/db/renders/renders-drawing'
import { claimTick, ensureTicks, scheduleTick } from '@toile/db/queues/ticks'
import { deleteStaleUploadLocks } from '@toile/db/uploads/upload-locks'
import { forgetViews } from '@toile/db/works/work-counters'
import { deleteExpiredSessions } from '@toile/db/sessions/sessions'
import type { Config } from '@toile/runtime/config'
import { admitUploads } from './ticks/admit.js'
import { publishPhases } from './ticks/activities.js'
import type { TickParts } from './ticks/parts.js'
import { redriveStuckImages } from './ticks/images.js'
import { publishCounters } from './ticks/counters.js'
import { redriveStuckVideos } from './ticks/videos.js'
import { admitRenders, redriveStuckRenders } from './ticks/renders.js'
import { purgeFiles } from './ticks/files.js'
import { redriveTasks, writeMails } from './ticks/notifications.js'
import { reportQueuePositions } from './ticks/queue-positions.js'
import { notifyWebhook } from './alert-webhook.js'
import { monitorHealth } from './ticks/monitor.js'
import { redriveStuckExports } from './ticks/exports.js'
import { redriveMails } from './ticks/mails.js'
import { removeUnusedImages, removeUnverifiedUploads } from './ticks/removals.js'
import { expireUnfinishedUploads, finishReceivedUploads, redriveStuckUploads } from './ticks/uploads.js'

interface Tick {
  everySeconds: (config: Config) => number
  run: (parts: TickParts) => Promise<unknown>
}

const MINUTE = 60
const HOUR = 3600

/** Restarts stuck subjects. Throws if Redis refuses writes, because restarts would then only use up all attempts. */
const sweep = (redrive: Tick['run']): Tick => ({
  // A subject counts as stuck after `sweepAfterSeconds`. Sweeps run every quarter of that time, so a restart is late by
  // at most that quarter.
  everySeconds: (config) => Math.max(1, config.sweepAfterSeconds / 4),
  run: async (parts) => {
    await parts.redis.set(`${PREFIX}:swept`, Date.now())
    await redrive(parts)
  },
})

/** Postgres' clock schedules the ticks. Each tick may run twice or late without harm. */
const ticks: Record<string, Tick> = {
  'uploads.redrive': sweep(redriveStuckUploads),
  'uploads.finish': { everySeconds: (config) => Math.max(1, config.sweepAfterSeconds / 4), run: finishReceivedUploads },
  'uploads.places': { everySeconds: () => 1, run: reportQueuePositions },
  'queues.watch': { everySeconds: () => 1, run: monitorHealth },
  // Not awaited, because the webhook may be slow. Later runs repeat failed deliveries.
  'alerts.tell': {
    everySeconds: () => 1,
    run: async (parts) => void notifyWebhook(parts).catch((error: unknown) => logFailure(parts, 'alerts.tell', error)),
  },
  'views.count': {
    everySeconds: () => MINUTE,
    run: async ({ db, redis }) => (await viewsWaiting(redis)) > 0 && requestViewCount(db),
  },
  'history.roll': { everySeconds: () => 5 * MINUTE, run: ({ db }) => requestHistoryRollup(db) },
  'works.counters': { everySeconds: () => 1, run: publishCounters },
  'works.forget-views': { everySeconds: () => HOUR, run: ({ db }) => forgetViews(db) },
  'activities.phases': { everySeconds: () => 1, run: publishPhases },
  'uploads.expire': { everySeconds: () => 10 * MINUTE, run: expireUnfinishedUploads },
  'images.redrive': sweep(redriveStuckImages),
  'videos.redrive': sweep(redriveStuckVideos),
  // These two ticks admit few jobs at a time, because each finished job changes the order of the others.
  'uploads.admit': { everySeconds: () => 0.5, run: admitUploads },
  'renders.admit': { everySeconds: () => 0.5, run: admitRenders },
  'renders.redrive': sweep(redriveStuckRenders),
  'renders.forget': { everySeconds: () => HOUR, run: ({ db }) => forgetOldPieces(db, PIECE_RETENTION_DAYS) },
  'renders.forget-deleted': { everySeconds: () => HOUR, run: ({ db }) => forgetDeletedRenders(db, FAIRNESS_DAYS) },
  'images.remove': { everySeconds: () => 10 * MINUTE, run: removeUnusedImages },
  'uploads.remove': { everySeconds: () => 10 * MINUTE, run: removeUnverifiedUploads },
  'files.abandon': { everySeconds: () => HOUR, run: ({ db }) => abandonFiles(db) },
  'mails.redrive': sweep(redriveMails),
  'mails.expire': { everySeconds: () => HOUR, run: ({ db }) => deleteOldMails(db) },
  'notifications.redrive': sweep(redriveTasks),
  'notifications.mail': { everySeconds: () => 15, run: writeMails },
  'notifications.forget': { everySeconds: () => HOUR, run: ({ db }) => forgetNotifications(db) },
  'notifications.forget-tasks': { everySeconds: () => HOUR, run: ({ db }) => forgetTasks(db) },
  'notifications.forget-links': { everySeconds: () => HOUR, run: ({ db }) => forgetUnsubscribeTokens(db) },
  'exports.redrive': sweep(redriveStuckExports),
  'exports.end': { everySeconds: () => MINUTE, run: ({ db }) => endExports(db) },
  'accounts.forget': { everySeconds: () => HOUR, run: ({ db }) => forgetTombstones(db) },
  'accounts.unfinished': { everySeconds: () => HOUR, run: ({ db }) => removeUnfinishedAccounts(db) },
  'files.purge': { everySeconds: () => MINUTE, run: purgeFiles },
  'sessions.expire': { everySeconds: () => HOUR, run: ({ db }) => deleteExpiredSessions(db) },
  'idempotency.expire': { everySeconds: () => HOUR, run: ({ db }) => deleteOldIdempotencyKeys(db) },
  'locks.expire': { everySeconds: () => HOUR, run: ({ db }) => deleteStaleUploadLocks(db) },
  'history.expire': { everySeconds: () => 6 * HOUR, run: ({ db }) => deleteOldStageHistory(db) },
  'events.partitions': { everySeconds: () => 6 * HOUR, run: ({ db }) => rollEventPartitions(db) },
}

const names = Object.keys(ticks)
/** Ticks that one loop runs in turn. If a relay dies in a tick, others may run that tick after `claimSeconds`. */
interface TickLoop {
  names: readonly string[]
  claimSeconds: number
}
const promptNames = ['uploads.admit', 'renders.admit']
/** Users wait for the prompt ticks. In their own loop, these need not wait for other ticks, which may take seconds. */
export const tickLoops = {
  prompt: { names: promptNames, claimSeconds: 5 },
  others: { names: names.filter((name) => !promptNames.includes(name)), claimSeconds: 60 },
} satisfies Record<string, TickLoop>
const everyTick: TickLoop = { names, claimSeconds: 60 }
/** During a roll-out, relays of two versions run, and one may delete ticks of the other: see ensureTicks(). */
const ENSURED_FOR_MS = 60_000
const ensuredAt = new WeakMap<Db, number>()

/** Runs the loop's due ticks in turn and returns their number. A failed tick runs again when it is next due. */
export async function runDueTicks(parts: TickParts, loop = everyTick): Promise<number> {
  if (Date.now() - (ensuredAt.get(parts.db) ?? 0) > ENSURED_FOR_MS) {
    await ensureTicks(parts.db, names)
    ensuredAt.set(parts.db, Date.now())
  }
  let ran = 0
  const next = () => claimTick(parts.db, loop.names, loop.claimSeconds)
  for (let name = await next(); name; name = await next()) {
    const tick = ticks[name]!
    try {
      await tick.run(parts)
    } catch (error) {
      logFailure(parts, name, error)
    }
    await scheduleTick(parts.db, name, tick.everySeconds(parts.config))
    ran++
  }
  return ran
}

function logFailure({ log }: TickParts, tick: string, error: unknown): void {
  log.warn({ err: error instanceof Error ? error.message : error, tick }, 'tick failed')
}
