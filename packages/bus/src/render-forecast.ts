import type { Redis } from 'ioredis'
import type { RenderEngine } from '@toile/contracts/renders.constants'
import type { Db } from '@toile/db/client'
import { secondsAhead } from '@toile/db/queries/renders'
import { pacesOfEngines, type Forecast } from '@toile/db/queries/renders-history'
import { workerCounts } from './worker-counts.js'

/** Counting workers goes through all clients of Redis, and what waits through all parts: once for all who ask meanwhile. */
const KEEP_MS = 1_000

const known = new WeakMap<Redis, { madeAt: number; forecast: Promise<Forecast> }>()

/** What tells how long renders take just now, at most a second old. Whoever tells an ETA asks here. */
export function renderForecast(db: Db, redis: Redis): Promise<Forecast> {
  const before = known.get(redis)
  if (before && Date.now() - before.madeAt < KEEP_MS) return before.forecast
  const forecast = makeForecast(db, redis)
  known.set(redis, { madeAt: Date.now(), forecast })
  forecast.catch(() => known.delete(redis))
  return forecast
}

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
