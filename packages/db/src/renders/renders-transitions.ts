import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/reactions'
import type { StoredFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import type { RenderPlan, RenderSettings } from '@toile/contracts/renders/render-plan'
import { MAX_RENDER_RESTARTS, renderArrows, type RenderStatus } from '@toile/contracts/renders/renders.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

const eventOf: Record<RenderStatus, EventType> = {
  queued: 'render.requested',
  preparing: 'render.preparing',
  rendering: 'render.rendering',
  encoding: 'render.encoding',
  finished: 'render.finished',
  failed: 'render.failed',
  cancelled: 'render.cancelled',
}

/** A render or one of its chunks, with the caller's attempt. */
export interface Attempt {
  id: string
  attempt: number
}

export interface NewRender {
  id: string
  ownerId: string
  workId: string | null
  uploadId: string
  name: string
  settings: RenderSettings
  /** Hash of the model's bytes, the settings and the API's `RECIPE_VERSION`. */
  recipe: string
  plan: RenderPlan
  /** Whether to pause after the scout (a draft preview) until the owner approves. */
  approve: boolean
}

export async function insertRender(trx: Db, render: NewRender): Promise<void> {
  const { settings, plan } = render
  await trx
    .insertInto('renders')
    .values({
      id: render.id,
      owner_id: render.ownerId,
      work_id: render.workId,
      upload_id: render.uploadId,
      name: render.name,
      type: settings.type,
      engine: settings.engine,
      settings: JSON.stringify(settings),
      recipe: render.recipe,
      frames: settings.cameras.length,
      estimated_seconds: plan.estimatedSeconds,
      approval: render.approve ? 'wanted' : 'none',
    })
    .execute()
  const scout = plan.scout ? [{ ...plan.scout, chunk: 0, scout: true }] : []
  const chunks = [...scout, ...plan.chunks.map((chunk, i) => ({ ...chunk, chunk: i + 1, scout: false }))]
  await trx
    .insertInto('render_chunks')
    .values(
      chunks.map(({ pieces, estimatedSeconds, chunk, scout: isScout }) => ({
        id: newId(),
        render_id: render.id,
        chunk,
        scout: isScout,
        pieces: JSON.stringify(pieces),
        estimated_seconds: estimatedSeconds,
      })),
    )
    .execute()
  await emitInserted(trx, 'render.requested', render.id)
}

/** Finishes a new render at no cost with the outputs of an equal render of its owner. False if there is none. */
export async function finishFromCache(trx: Db, id: string): Promise<boolean> {
  const before = await sql<{ id: string }>`select before.id from renders before
    join renders now on now.id = ${id} and (before.owner_id, before.recipe) = (now.owner_id, now.recipe)
    where before.status = 'finished' and exists (select from render_outputs where render_id = before.id)
      and not exists (select from render_outputs o join files f on f.id = o.file_id
        where o.render_id = before.id and f.state <> 'stored')
      and before.deleted_at is null
    order by before.id desc limit 1 for share of before`.execute(trx)
  const from = before.rows[0]?.id
  if (!from) return false
  await sql`insert into render_outputs (render_id, name, place, width, height, file_id)
    select ${id}, name, place, width, height, file_id from render_outputs where render_id = ${from}`.execute(trx)
  await sql`update render_chunks set released_at = now(), stored_at = now() where render_id = ${id}`.execute(trx)
  return moveRender(trx, { id, attempt: 1, to: 'finished' }, sql`, finished_at = now()`)
}

/** Only moveRender() and retryRender() change the status. Returns false for duplicate, late and outdated calls. */
export async function moveRender(
  db: Db,
  { id, attempt, to }: Attempt & { to: RenderStatus },
  also: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const from = (Object.keys(renderArrows) as RenderStatus[]).filter((status) => renderArrows[status].includes(to))
  return changeRender(
    db,
    eventOf[to],
    sql`status = ${to}${also}`,
    sql`id = ${id} and attempt = ${attempt} and status = any(${from})`,
  )
}

/** Changes the matching render and writes an event. Returns whether a render matched. */
export async function changeRender(db: Db, type: EventType, changes: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  const moved = await sql`with moved as (
      update renders set version = version + 1, updated_at = now(), ${changes} where ${where}
      returning id, attempt, version),
    ${eventOfMoved(type)}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

async function emitInserted(db: Db, type: EventType, id: string): Promise<void> {
  await sql`with moved as (select id, attempt, version from renders where id = ${id}), ${eventOfMoved(type)}
    select 1`.execute(db)
}

/** Sets `failed`; drawn pieces stay for a retry. */
export function failRender(db: Db, render: Attempt, failure: StoredFailure): Promise<boolean> {
  const stored = JSON.stringify({ code: failure.code, params: failure.params })
  return moveRender(db, { ...render, to: 'failed' }, sql`, failure = ${stored}::jsonb, finished_at = now()`)
}

export async function cancelRender(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('renders').select('attempt').where('id', '=', id).executeTakeFirst()
  return row !== undefined && cancelAttempt(db, { id, attempt: row.attempt })
}

/** Returns false for an outdated attempt or an ended render. */
export function cancelAttempt(db: Db, render: Attempt): Promise<boolean> {
  return moveRender(db, { ...render, to: 'cancelled' }, sql`, finished_at = now()`)
}

/** Queues a failed or cancelled render again and keeps its drawn pieces. Returns false for other or deleted renders. */
export function retryRender(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const again = sql`status = 'queued', attempt = attempt + 1, redrives = 0, failure = null, finished_at = null,
      approval = case approval when 'awaited' then 'wanted' else approval end`
    const where = sql`id = ${id} and status in ('failed', 'cancelled') and deleted_at is null`
    if (!(await changeRender(trx, 'render.requested', again, where))) return false
    await sql`update render_chunks set attempt = attempt + 1, redrives = 0, released_at = null, stored_at = null
      where render_id = ${id} and (stored_at is null or (scout and exists (
        select from renders where id = ${id} and approval = 'wanted')))`.execute(trx)
    // If every chunk is stored, the last one is completed again, which starts the encoding.
    await sql`update render_chunks set stored_at = null, attempt = attempt + 1, released_at = null
      where id = (select id from render_chunks where render_id = ${id} order by chunk desc limit 1)
        and not exists (select from render_chunks where render_id = ${id} and stored_at is null)`.execute(trx)
    return true
  })
}

/** Lets a render continue after its scout. Returns false if no approval is awaited. */
export function approveRender(db: Db, id: string): Promise<boolean> {
  return changeRender(
    db,
    'render.approved',
    sql`approval = 'given'`,
    sql`id = ${id} and approval = 'awaited' and status in ('preparing', 'rendering')`,
  )
}

export interface StuckRender extends Attempt {
  redrives: number
}

export async function stuckEncodings(db: Db, { seconds, limit }: { seconds: number; limit: number }) {
  const found = await sql<StuckRender>`select id, attempt, redrives from renders
    where status = 'encoding' and updated_at < now() - make_interval(secs => ${seconds})
    order by updated_at limit ${limit}`.execute(db)
  return found.rows
}

/** Starts another attempt. After `MAX_RENDER_RESTARTS`, the render fails. */
export async function redriveEncoding(db: Db, stuck: StuckRender): Promise<boolean> {
  if (stuck.redrives >= MAX_RENDER_RESTARTS) return failRender(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  const again = sql`attempt = attempt + 1, redrives = redrives + 1`
  return changeRender(
    db,
    'render.encoding',
    again,
    sql`id = ${stuck.id} and attempt = ${stuck.attempt} and status = 'encoding'`,
  )
}
