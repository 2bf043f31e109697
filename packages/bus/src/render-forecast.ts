import type { Redis } from 'ioredis'
import type { RenderEngine } from '@toile/contracts/renders/renders.constants'
import type { Db } from '@toile/db/client'
import { secondsAhead } from '@toile/db/renders/renders'
import { queuedRenderPositions } from '@toile/db/renders/renders-admission'
import { pacesOfEngines, type Forecast } from '@toile/db/renders/renders-history'
import { workerCounts } from './worker-counts.js'

/** Cached, because counting workers lists all Redis clients, and ordering 11,000 waiting chunks takes Postgres 9 ms. */
const CACHE_MS = 1_000

interface Cached<T> {
  madeAt: number
  value: Promise<T>
}

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

/** The basis of render estimates: speeds, worker counts and the work left in all renders. At most a second old. */
export const renderForecast = (db: Db, redis: Redis): Promise<Forecast> =>
  cached(forecasts, redis, () => makeForecast(db, redis))

/** Positions of queued renders, at most a second old. They are read again if one of `ids` is missing. */
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

async function workersOfEngines(redis: Redis): Promise<Record<RenderEngine, number>> {
  const counts = await workerCounts(redis, ['renders', 'renders-cycles']).catch(() => new Map<string, number>())
  const browsers = counts.get('renders') ?? 0
  return { preview: browsers, studio: browsers, cycles: counts.get('renders-cycles') ?? 0 }
}
