import { sql } from 'kysely'
import { minHistory } from '@toile/contracts/uploads.constants'
import type { RenderEngine } from '@toile/contracts/renders.constants'
import type { Db } from '../client.js'

/** So many of the latest count: what was true of older versions and machines fades. */
const LATEST = 100

/** What a worker of this server really needs for a second of the plan's estimate: the 10th and the 90th percentile. */
export interface Pace {
  low: number
  high: number
}

/** By engine; missing below `minHistory` finished renders. Renders that were answered from what is stored cost nothing. */
export async function pacesOfEngines(db: Db): Promise<Map<RenderEngine, Pace>> {
  const found = await sql<Pace & { engine: RenderEngine }>`
    select engine, percentile_cont(0.1) within group (order by pace) as low,
      percentile_cont(0.9) within group (order by pace) as high
    from unnest(array['preview', 'studio', 'cycles']) engine
    cross join lateral (select cost_seconds / estimated_seconds as pace from renders r
      where r.engine = engine and status = 'finished' and cost_seconds > 0 and estimated_seconds > 0
      order by finished_at desc limit ${LATEST}) latest
    group by engine having count(*) >= ${minHistory}`.execute(db)
  return new Map(found.rows.map(({ engine, ...pace }) => [engine, pace]))
}

export interface EtaOf {
  engine: RenderEngine
  /** Estimated seconds that it still needs, and in how many parts. */
  leftSeconds: number
  leftChunks: number
  /** Estimated seconds of what comes before it; 0 once it runs. */
  secondsAhead: number
}

/**
 * Seconds until a render is finished, its wait included: between every worker helping it and only one. Undefined where
 * the history is short or nobody works.
 */
export function etaOf(
  paces: ReadonlyMap<RenderEngine, Pace>,
  workers: number,
  { engine, leftSeconds, leftChunks, secondsAhead }: EtaOf,
): { minSeconds: number; maxSeconds: number } | undefined {
  const pace = paces.get(engine)
  if (!pace || workers === 0) return undefined
  const helping = Math.max(1, Math.min(workers, leftChunks))
  const seconds = (by: number, hands: number) => (secondsAhead * by) / workers + (leftSeconds * by) / hands
  const minSeconds = Math.floor(seconds(pace.low, helping))
  return { minSeconds, maxSeconds: Math.max(minSeconds + 1, Math.ceil(seconds(pace.high, 1))) }
}
