import { sql } from 'kysely'
import { MAX_RENDER_RESTARTS, FAIRNESS_DAYS } from '@toile/contracts/renders/renders.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { moveRender, type StuckRender } from './renders-transitions.js'
import { failChunk } from './renders-drawing.js'

// The parts of renders (chunks) wait in Postgres, and Redis holds only about two parts per worker slot. Fairness,
// cancelling and queue positions are therefore plain SQL.

const cycles = (queue: 'renders' | 'renders-cycles') => sql`((r.engine = 'cycles') = ${queue === 'renders-cycles'})`

/**
 * Parts that are ready to draw. `turn` is a part's position among its owner's waiting parts, plus the number of the
 * owner's parts at work. A turn therefore has at most one part per user. In a turn, parts of renders of up to 30
 * estimated seconds come first, then parts of users with the least use in `FAIRNESS_DAYS`, then parts of older renders.
 * If a render has a scout (draft preview), its other parts wait until the scout is stored and, if wanted, approved.
 */
const waiting = (queue: 'renders' | 'renders-cycles') => sql`
  select c.id, c.render_id, c.attempt, r.owner_id,
    coalesce(b.parts, 0) + row_number() over (
      partition by r.owner_id order by r.estimated_seconds > 30, r.created_at, r.id, c.chunk) as turn,
    r.estimated_seconds > 30 as long, coalesce(u.seconds, 0) as used, r.created_at, c.chunk
  from renders r
  join render_chunks c on c.render_id = r.id and c.stored_at is null and c.released_at is null
  left join (select owner_id, count(*) as parts from renders join render_chunks w on w.render_id = renders.id
      and w.stored_at is null and w.released_at is not null
    where renders.status in ('preparing', 'rendering') group by owner_id) b on b.owner_id = r.owner_id
  left join (select owner_id, sum(cost_seconds) as seconds from renders
    where created_at > now() - make_interval(days => ${FAIRNESS_DAYS}) group by owner_id) u on u.owner_id = r.owner_id
  where r.status in ('queued', 'preparing', 'rendering') and ${cycles(queue)}
    and (c.scout or (r.approval not in ('wanted', 'awaited')
      and not exists (select from render_chunks s where s.render_id = r.id and s.scout and s.stored_at is null)))`

const inTurn = sql`order by turn, long, used, created_at, render_id, chunk`

/** Admits parts until `maxAdmitted` are queued or at work. */
export function admitChunks(db: Db, queue: 'renders' | 'renders-cycles', maxAdmitted: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    // Serializes relays: the claim of a tick expires, so a slow relay and another may admit at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`admission:${queue}`}, 0))`.execute(trx)
    const busy = await sql<{ parts: number }>`select count(*)::int as parts
      from renders r join render_chunks c on c.render_id = r.id
      where r.status in ('preparing', 'rendering') and ${cycles(queue)}
        and c.released_at is not null and c.stored_at is null`.execute(trx)
    const free = maxAdmitted - busy.rows[0]!.parts
    if (free <= 0) return 0
    const next = await sql<{ id: string; render_id: string }>`select id, render_id
      from (${waiting(queue)}) w ${inTurn} limit ${free}`.execute(trx)
    for (const { id, render_id } of next.rows) {
      const render = await sql<{ attempt: number; status: string }>`select attempt, status from renders
        where id = ${render_id} for no key update`.execute(trx)
      const { attempt, status } = render.rows[0]!
      // The render may have been cancelled since its part was selected.
      if (!['queued', 'preparing', 'rendering'].includes(status)) continue
      if (status === 'queued') await moveRender(trx, { id: render_id, attempt, to: 'preparing' })
      await releaseChunk(trx, queue, id)
    }
    return next.rows.length
  })
}

async function releaseChunk(trx: Db, queue: 'renders' | 'renders-cycles', id: string): Promise<void> {
  await sql`with moved as (
      update render_chunks set released_at = now(), version = version + 1 where id = ${id} and released_at is null
      returning id, attempt, version),
    ${eventOfMoved(queue === 'renders' ? 'render.due' : 'render.cyclesDue')}
    select 1`.execute(trx)
}

/** Position of each queued render in its queue, from 1. */
export async function queuedRenderPositions(db: Db): Promise<Map<string, number>> {
  const found = await sql<{ render_id: string; place: number }>`
    select render_id, (row_number() over (
      partition by cycles order by turn, long, used, created_at, render_id))::int as place
    from (select distinct on (w.render_id) w.render_id, turn, long, used, w.created_at, q.engine = 'cycles' as cycles
      from (${waiting('renders')} union all ${waiting('renders-cycles')}) w
      join renders q on q.id = w.render_id and q.status = 'queued'
      order by w.render_id, turn, chunk) firsts`.execute(db)
  return new Map(found.rows.map((row) => [row.render_id, row.place]))
}

export interface StuckChunk extends StuckRender {
  isCycles: boolean
}

export async function stuckChunks(db: Db, { seconds, limit }: { seconds: number; limit: number }) {
  const found = await sql<StuckChunk>`select c.id, c.attempt, c.redrives, r.engine = 'cycles' as "isCycles"
    from renders r join render_chunks c on c.render_id = r.id
    where r.status in ('preparing', 'rendering') and c.stored_at is null
      and c.released_at < now() - make_interval(secs => ${seconds})
    order by c.released_at limit ${limit}`.execute(db)
  return found.rows
}

/** Starts another attempt for a part; after `MAX_RENDER_RESTARTS`, its render fails. */
export function redriveChunk(db: Db, stuck: StuckChunk): Promise<boolean> {
  if (stuck.redrives >= MAX_RENDER_RESTARTS) return failChunk(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  return inTransaction(db, async (trx) => {
    const again = await sql`update render_chunks
      set attempt = attempt + 1, redrives = redrives + 1, released_at = null
      where id = ${stuck.id} and attempt = ${stuck.attempt} and stored_at is null returning id`.execute(trx)
    if (again.rows.length === 0) return false
    await releaseChunk(trx, stuck.isCycles ? 'renders-cycles' : 'renders', stuck.id)
    return true
  })
}
