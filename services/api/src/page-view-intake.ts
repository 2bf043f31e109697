import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { Counter } from 'prom-client'
import { bufferViews, type SentView } from '@toile/bus/page-views'
import type { Running } from '@toile/runtime/process'

/** At most this many views are counted per address and minute. Even a fast reader stays below this limit. */
const MAX_PER_ADDRESS = 60
const MINUTE_MS = 60_000
/** In each minute, views from at most this many addresses are counted. Views from further addresses are dropped. */
const MAX_ADDRESSES = 10_000
/** New views are sent to Redis once a second. If there are more than `MAX_SAMPLED`, a random sample of them is sent. */
const FLUSH_MS = 1_000
const MAX_SAMPLED = 500

/** Receives page views in bounded memory. A flood costs one Redis command a second, and excess views are dropped. */
export function createIntake(
  app: FastifyInstance,
  { log, metrics }: Running,
  redis: Redis,
  nowMs: () => number = Date.now,
) {
  const taken = new Counter({
    name: 'toile_page_views_total',
    help: 'Page views by what became of them',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const byAddress = new Map<string, number>()
  let minute = 0
  let pending: SentView[] = []
  let seen = 0
  let timer: NodeJS.Timeout | undefined

  /** Counts a view of the address. @returns why the view is dropped, or undefined */
  const refusalOf = (address: string): 'too many of one address' | 'too many addresses' | undefined => {
    const now = Math.floor(nowMs() / MINUTE_MS)
    if (now !== minute) byAddress.clear()
    minute = now
    if (byAddress.size === 0) setTimeout(() => byAddress.clear(), MINUTE_MS - (nowMs() % MINUTE_MS)).unref()
    const before = byAddress.get(address)
    if (before === undefined && byAddress.size >= MAX_ADDRESSES) return 'too many addresses'
    byAddress.set(address, (before ?? 0) + 1)
    return (before ?? 0) >= MAX_PER_ADDRESS ? 'too many of one address' : undefined
  }

  const flush = async () => {
    timer = undefined
    const views = pending
    taken.inc({ outcome: 'sampled out' }, seen - views.length)
    pending = []
    seen = 0
    if (views.length === 0) return
    await bufferViews(redis, views).then(
      () => taken.inc({ outcome: 'kept' }, views.length),
      (error: Error) => {
        taken.inc({ outcome: 'lost' }, views.length)
        log.debug({ err: error.message }, 'page views could not be sent to Redis')
      },
    )
  }
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await flush()
  })

  return {
    /** Takes a view without waiting. `address` is kept only in memory, until the end of the minute. */
    take(view: SentView, address: string): void {
      const refusal = refusalOf(address)
      if (refusal) return void taken.inc({ outcome: refusal })
      seen++
      // Reservoir sampling: each view of the second is kept with equal probability.
      const place = pending.length < MAX_SAMPLED ? pending.length : Math.floor(Math.random() * seen)
      if (place < MAX_SAMPLED) pending[place] = view
      timer ??= setTimeout(() => void flush(), FLUSH_MS)
    },
  }
}
