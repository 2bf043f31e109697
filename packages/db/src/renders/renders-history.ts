import type { Eta } from '@toile/contracts/shapes'
import { sql } from 'kysely'
import { MIN_HISTORY } from '@toile/contracts/uploads/uploads.constants'
import { livingRenderStatuses, type RenderEngine, type RenderStatus } from '@toile/contracts/renders/renders.constants'
import type { Db } from '../client.js'
import type { RenderRow } from './renders.js'

/** Estimates use only this many of an engine's latest renders, so that old software and machines stop counting. */
const LATEST = 100

/** The 10th and the 90th percentile of actual worker seconds per estimated second. */
export interface Pace {
  low: number
  high: number
}

/** Omits engines with fewer than `MIN_HISTORY` finished renders. Renders from the cache do not count. */
export async function pacesOfEngines(db: Db): Promise<Map<RenderEngine, Pace>> {
  const found = await sql<Pace & { engine: RenderEngine }>`
    select engine, percentile_cont(0.1) within group (order by pace) as low,
      percentile_cont(0.9) within group (order by pace) as high
    from unnest(array['preview', 'studio', 'cycles']) engine
    cross join lateral (select cost_seconds / estimated_seconds as pace from renders r
      where r.engine = engine and status = 'finished' and cost_seconds > 0 and estimated_seconds > 0
      order by finished_at desc limit ${LATEST}) latest
    group by engine having count(*) >= ${MIN_HISTORY}`.execute(db)
  return new Map(found.rows.map(({ engine, ...pace }) => [engine, pace]))
}

export interface Forecast {
  paces: ReadonlyMap<RenderEngine, Pace>
  workers: Record<RenderEngine, number>
  secondsAhead: number
}

/**
 * Seconds until a render finishes, wait included. All workers share the renders ahead. The minimum assumes the low pace
 * and a worker for each chunk left, or all workers if they are fewer. The maximum assumes the high pace and one worker
 * for all chunks left. Undefined if the engine has no worker or too little history.
 * @param left estimated worker seconds and number of the chunks left, and estimated worker seconds of the renders ahead
 */
export function etaOf(
  { paces, workers }: Pick<Forecast, 'paces' | 'workers'>,
  engine: RenderEngine,
  left: { seconds: number; chunks: number; secondsAhead: number },
): Eta | undefined {
  const pace = paces.get(engine)
  const hands = workers[engine]
  if (!pace || hands === 0) return undefined
  const helping = Math.max(1, Math.min(hands, left.chunks))
  const seconds = (by: number, helpers: number) => (left.secondsAhead * by) / hands + (left.seconds * by) / helpers
  const minSeconds = Math.floor(seconds(pace.low, helping))
  return { minSeconds, maxSeconds: Math.max(minSeconds + 1, Math.ceil(seconds(pace.high, 1))) }
}

/** Like etaOf(), but also undefined if the render has ended or awaits approval. */
export function etaOfRender(
  forecast: Forecast,
  row: Pick<RenderRow, 'settings' | 'status' | 'approval' | 'leftSeconds' | 'leftChunks'>,
): Eta | undefined {
  const isLiving = (livingRenderStatuses as readonly RenderStatus[]).includes(row.status)
  if (!isLiving || row.approval === 'awaited') return undefined
  const secondsAhead = row.status === 'queued' ? Math.max(0, forecast.secondsAhead - row.leftSeconds) : 0
  return etaOf(forecast, row.settings.engine, { seconds: row.leftSeconds, chunks: row.leftChunks, secondsAhead })
}

export function middleOf(eta: Eta | undefined): number | null {
  return eta ? Math.round((eta.minSeconds + eta.maxSeconds) / 2) : null
}
