import type { Redis } from 'ioredis'
import type { RenderEngine } from '@toile/contracts/renders/renders.constants'
import type { Db } from '@toile/db/client'
import { secondsAhead } from '@toile/db/renders/renders'
import { queuedRenderPositions } from '@toile/db/renders/renders-admission'
import { pacesOfEngines, type Forecast } from '@toile/db/renders/renders-history'
import { workerCounts } from './worker-counts.js'

/**
 * Counting workers goes through all clients of Redis, and what waits through all parts (where 11,000 wait, their order
 * takes 9 ms of Postgres): once for all who ask meanwhile.
 */
const CACHE_MS = 1_000

interface Cached<T> {
  madeAt: number
  value: Promise<T>
}

/** What was made last, while it is fresh and `isGood`; else it is made anew. */
async function cached<T>(
  known: WeakMap<Redis, Cached<T>>,
  redis: Redis,
  make: () => Promise<T>,
  isGood: (value: T) => boolean = () => true,
): Promise<T> {
  const before = known.get(redis)
  if (before && Date.now() - before.madeAt < CACHE_MS) {
    const value = await before.value
    if (isGood(value)) return value
  }
  const value = make()
  known.set(redis, { madeAt: Date.now(), value })
  value.catch(() => known.delete(redis))
  return value
}

const forecasts = new WeakMap<Redis, Cached<Forecast>>()
const positions = new WeakMap<Redis, Cached<Map<string, number>>>()

/** What tells how long renders take just now, at most a second old. Whoever tells an ETA asks here. */
export const renderForecast = (db: Db, redis: Redis): Promise<Forecast> =>
  cached(forecasts, redis, () => makeForecast(db, redis))

/** Places of renders that wait whole, at most a second old; these `ids` are among them, where they wait. */
export const renderPositions = (db: Db, redis: Redis, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  cached(
    positions,
    redis,
    () => queuedRenderPositions(db),
    (known) => ids.every((id) => known.has(id)),
  )

async function makeForecast(db: Db, redis: Redis): Promise<Forecast> {
  const [paces, ahead, workers] = await Promise.all([pacesOfEngines(db), secondsAhead(db), workersOfEngines(redis)])
  return { paces, workers, secondsAhead: ahead }
}

/** How many workers have each engine. Without Redis nobody is known to work. */
async function workersOfEngines(redis: Redis): Promise<Record<RenderEngine, number>> {
  const counts = await workerCounts(redis, ['renders', 'renders-cycles']).catch(() => new Map<string, number>())
  const browsers = counts.get('renders') ?? 0
  return { preview: browsers, studio: browsers, cycles: counts.get('renders-cycles') ?? 0 }
}
