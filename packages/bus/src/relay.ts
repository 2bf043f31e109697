import type { Redis } from 'ioredis'
import type { ReactionEvent } from '@toile/contracts/live'
import { reactions, type EventType, type Reaction } from '@toile/contracts/reactions'
import { payloadAfter } from '@toile/contracts/jobs'
import { isStoreUnavailable } from '@toile/contracts/store-unavailable'
import type { Db } from '@toile/db/client'
import { insertTasks } from '@toile/db/notifications/notification-tasks'
import { runTicksNow } from '@toile/db/queues/ticks'
import { causeOf, claimEvents, markPublished, type ClaimedEvent } from '@toile/db/events'
import type { Tracing } from '@toile/runtime/tracing'
import { sendLive, type LiveMessage } from './live-stream.js'
import type { Queues } from './queues.js'

const BATCH = 200
const CLAIM_SECONDS = 5

/** Loads the live messages of one kind for a batch of events. The result maps an event's id to its messages, if any. */
export type LiveView = (
  db: Db,
  events: readonly ClaimedEvent[],
  redis: Redis,
) => Promise<Map<string, LiveMessage | readonly LiveMessage[]>>
export type LiveViews = Record<ReactionEvent, LiveView>

const table: Record<EventType, Reaction> = reactions
const types = Object.keys(table) as EventType[]

/**
 * Relays events as tasks, jobs, ticks and live messages. Relaying an event again is harmless, because job ids and
 * message versions reveal repeats. @returns the number of events
 */
export async function relayBatch({
  db,
  redis,
  queues,
  views,
  tracing,
  onTicksDue,
  onSkipped,
}: RelayParts): Promise<number> {
  const events = await claimEvents(db, { types, limit: BATCH, seconds: CLAIM_SECONDS })
  if (events.length === 0) return 0
  const caused = events.flatMap((event) => (table[event.type].jobs ?? []).map((job) => ({ event, job })))
  await insertTasks(db, caused)
  const spans = tracing?.spansOf(
    events.map(({ id, type, traceparent }) => ({ id, name: `relay ${type}`, traceparent })),
  )
  await queues.add(
    caused.map(({ event, job }) => {
      const traceparent = spans?.traceparents.get(event.id)
      const cause = causeOf(event)
      const { waitedSinceMs } = event.params
      return {
        name: job,
        payload: payloadAfter(event, job),
        cause: cause && { ...cause, ...(traceparent && { traceparent }) },
        waitedSinceMs: typeof waitedSinceMs === 'number' ? waitedSinceMs : undefined,
      }
    }),
  )
  spans?.end()
  const tickNames = events.flatMap(({ type }) => table[type].runsTick ?? [])
  if (tickNames.length > 0) {
    await runTicksNow(db, [...new Set(tickNames)])
    onTicksDue?.()
  }
  await sendLive(redis, await liveMessages({ db, redis, views, onSkipped }, events))
  await markPublished(db, events)
  return events.length
}

export interface RelayParts {
  db: Db
  redis: Redis
  queues: Queues
  views: LiveViews
  tracing?: Tracing | undefined
  onTicksDue?: () => void
  /** Called for an event whose message cannot be built. The message is skipped. */
  onSkipped?: (event: ClaimedEvent, error: unknown) => void
}

/**
 * If a batch fails, each event is tried alone, so that a bad row costs only its own message.
 * @throws the error of an unreachable store, so that the events are relayed again
 */
async function liveMessages(
  { db, redis, views, onSkipped }: Pick<RelayParts, 'db' | 'redis' | 'views' | 'onSkipped'>,
  events: readonly ClaimedEvent[],
): Promise<LiveMessage[]> {
  const kinds = new Set(events.flatMap((event) => table[event.type].live?.event ?? []))
  const byEvent = new Map<string, LiveMessage | readonly LiveMessage[]>()
  for (const kind of kinds) {
    const concerned = events.filter((event) => table[event.type].live?.event === kind)
    const made = await views[kind](db, concerned, redis).catch(async () => {
      const each = new Map<string, LiveMessage | readonly LiveMessage[]>()
      for (const event of concerned)
        try {
          for (const [id, message] of await views[kind](db, [event], redis)) each.set(id, message)
        } catch (error) {
          if (isStoreUnavailable(error)) throw error
          onSkipped?.(event, error)
        }
      return each
    })
    for (const [id, message] of made) byEvent.set(id, message)
  }
  return events.flatMap((event) => byEvent.get(event.id) ?? [])
}
