import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/events'
import type { StoredFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import type { Piece, RenderPlan, RenderSettings } from '@toile/contracts/render-plan'
import { maxRenderAttempts, renderArrows, type RenderStatus } from '@toile/contracts/renders.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { storeFile, type AnnouncedFile } from './files.js'

// Everything that moves a render's status, and nothing else. Who is next is in renders-admission.ts.

const eventOf: Record<RenderStatus, EventType> = {
  queued: 'render.requested',
  preparing: 'render.preparing',
  rendering: 'render.rendering',
  encoding: 'render.encoding',
  finished: 'render.finished',
  failed: 'render.failed',
  cancelled: 'render.cancelled',
}

/** A render, or one part of one, and the attempt that a caller belongs to. */
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
  /** The hash of the model's bytes and the settings. */
  recipe: string
  plan: RenderPlan
  /** Stops after the scout until someone says yes. */
  approve: boolean
}

/** A render that waits for its turn, with its parts. Call it in a transaction. */
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
  await tellInserted(trx, 'render.requested', render.id)
}

/**
 * A request that was answered before: finished at once, with the same files, and free of cost. False where there is no
 * such render. Call it in a transaction, after insertRender().
 */
export async function finishFromBefore(trx: Db, id: string): Promise<boolean> {
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

/**
 * The one writer of a render's status: row, version and event in one statement. Only arrows of `renderArrows` move.
 * False when there was nothing to move: delivered twice, too late, or of an older attempt.
 */
export async function moveRender(
  db: Db,
  { id, attempt, to }: Attempt & { to: RenderStatus },
  also: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const from = (Object.keys(renderArrows) as RenderStatus[]).filter((status) => renderArrows[status].includes(to))
  return change(
    db,
    eventOf[to],
    sql`status = ${to}${also}`,
    sql`id = ${id} and attempt = ${attempt} and status = any(${from})`,
  )
}

/** Changes what `where` finds, and tells of it; true for the call that found something. */
async function change(db: Db, type: EventType, changes: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  const moved = await sql`with moved as (
      update renders set version = version + 1, updated_at = now(), ${changes} where ${where}
      returning id, attempt, version),
    ${eventOfMoved(type)}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

async function tellInserted(db: Db, type: EventType, id: string): Promise<void> {
  await sql`with moved as (select id, attempt, version from renders where id = ${id}), ${eventOfMoved(type)}
    select 1`.execute(db)
}

/** A worker begins to draw; the first of them moves the render. */
export function beginDrawing(db: Db, render: Attempt): Promise<boolean> {
  return moveRender(db, { ...render, to: 'rendering' })
}

export interface DrawnPiece {
  chunk: Attempt
  renderId: string
  piece: Piece
  file: AnnouncedFile
  /** What it cost the worker. */
  seconds: number
}

/**
 * One more piece is stored, with what it cost. False when it no longer counts: the render was cancelled, another attempt
 * took over, or a twin was quicker; then the file is of no use.
 */
export function addPiece(db: Db, { chunk, renderId, piece, file, seconds }: DrawnPiece): Promise<boolean> {
  return whileDrawing(db, chunk, renderId, async (trx) => {
    const there = await trx
      .selectFrom('render_pieces')
      .select('piece')
      .where('render_id', '=', renderId)
      .where('piece', '=', piece.name)
      .executeTakeFirst()
    if (there) return false
    await storeFile(trx, file.id, file)
    await trx.insertInto('render_pieces').values({ render_id: renderId, piece: piece.name, file_id: file.id }).execute()
    await spend(trx, chunk.id, renderId, seconds)
    return true
  })
}

/** A small picture that shows how far it is. The latest is told of; the earlier ones stay to be looked at. */
export function addPreview(
  db: Db,
  { chunk, renderId, file, samples }: Omit<DrawnPiece, 'piece' | 'seconds'> & { samples: number },
): Promise<boolean> {
  return whileDrawing(db, chunk, renderId, async (trx) => {
    await storeFile(trx, file.id, file)
    await trx.insertInto('render_previews').values({ render_id: renderId, file_id: file.id, samples }).execute()
    return change(trx, 'render.shown', sql`redrives = 0`, sql`id = ${renderId}`)
  })
}

/**
 * All of a chunk is stored. The last one moves the render to `encoding`; the scout of a render that waits for a yes stops
 * it there. False for a late caller.
 */
export function landChunk(db: Db, chunk: Attempt, renderId: string, worker: string): Promise<boolean> {
  return whileDrawing(db, chunk, renderId, async (trx, { attempt, scout }) => {
    await sql`update render_chunks set stored_at = now(), worker = ${worker} where id = ${chunk.id}`.execute(trx)
    if (scout)
      await change(
        trx,
        'render.shown',
        sql`approval = 'awaited'`,
        sql`id = ${renderId} and attempt = ${attempt} and approval = 'wanted'`,
      )
    const left =
      await sql`select from render_chunks where render_id = ${renderId} and stored_at is null limit 1`.execute(trx)
    if (left.rows.length === 0) await moveRender(trx, { id: renderId, attempt, to: 'encoding' })
    return true
  })
}

/** Seconds of a worker that went into a part, in the part and in the whole. */
async function spend(trx: Db, chunkId: string, renderId: string, seconds: number): Promise<void> {
  await sql`update render_chunks set cost_seconds = cost_seconds + ${seconds} where id = ${chunkId}`.execute(trx)
  await sql`update renders set cost_seconds = cost_seconds + ${seconds}, updated_at = now() where id = ${renderId}`.execute(
    trx,
  )
}

/**
 * Does `work` in a transaction while this attempt at a chunk counts; false when it no longer does. The render's row is
 * locked first, so that two workers that land at once come one after the other, and the second sees that it is the last.
 */
function whileDrawing(
  db: Db,
  chunk: Attempt,
  renderId: string,
  work: (trx: Db, state: { attempt: number; scout: boolean }) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await sql`select from renders where id = ${renderId} for no key update`.execute(trx)
    const state = await trx
      .selectFrom('render_chunks')
      .innerJoin('renders', 'renders.id', 'render_id')
      .select(['renders.attempt', 'scout'])
      .where('render_chunks.id', '=', chunk.id)
      .where('render_chunks.attempt', '=', chunk.attempt)
      .where('stored_at', 'is', null)
      .where('status', 'in', ['preparing', 'rendering'])
      .executeTakeFirst()
    return state ? work(trx, state) : false
  })
}

export interface NewOutput {
  name: string
  width: number
  height: number
  file: AnnouncedFile
}

/** To `finished`, with what came of it; the parts that it was made of are of no more use. False for a late caller. */
export function finishRender(db: Db, render: Attempt, outputs: readonly NewOutput[], seconds: number) {
  return inTransaction(db, async (trx) => {
    const cost = sql`, cost_seconds = cost_seconds + ${seconds}, finished_at = now()`
    if (!(await moveRender(trx, { ...render, to: 'finished' }, cost))) return false
    for (const [place, { file, ...output }] of outputs.entries()) {
      await storeFile(trx, file.id, file)
      await trx
        .insertInto('render_outputs')
        .values({ ...output, place, render_id: render.id, file_id: file.id })
        .execute()
    }
    await forgetPieces(trx, sql`render_id = ${render.id}`)
    return true
  })
}

/** Marks the files of pieces for the purge and forgets them. */
async function forgetPieces(trx: Db, where: RawBuilder<unknown>): Promise<void> {
  await sql`with gone as (delete from render_pieces where ${where} returning file_id)
    update files set state = 'deleted' from gone where files.id = gone.file_id`.execute(trx)
}

/** To `failed`, with the reason. What is drawn stays for another try. */
export function failRender(db: Db, render: Attempt, failure: StoredFailure): Promise<boolean> {
  const stored = JSON.stringify({ code: failure.code, params: failure.params })
  return moveRender(db, { ...render, to: 'failed' }, sql`, failure = ${stored}::jsonb, finished_at = now()`)
}

/** A part could not be drawn: the whole cannot be finished. False for a late caller. */
export async function failChunk(db: Db, chunk: Attempt, failure: StoredFailure): Promise<boolean> {
  const of = await renderOfChunk(db, chunk)
  return of ? failRender(db, of, failure) : false
}

/** The render of a part that this attempt has yet to land; undefined for a late caller. */
export function renderOfChunk(db: Db, chunk: Attempt): Promise<Attempt | undefined> {
  return db
    .selectFrom('render_chunks')
    .innerJoin('renders', 'renders.id', 'render_id')
    .select(['renders.id', 'renders.attempt'])
    .where('render_chunks.id', '=', chunk.id)
    .where('render_chunks.attempt', '=', chunk.attempt)
    .where('stored_at', 'is', null)
    .executeTakeFirst()
}

/** Stops a render, whatever it is doing. False when it has come to an end already. */
export async function cancelRender(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('renders').select('attempt').where('id', '=', id).executeTakeFirst()
  return row !== undefined && cancelAttempt(db, { id, attempt: row.attempt })
}

/** Stops a render in this attempt; false for a late caller, too. */
export function cancelAttempt(db: Db, render: Attempt): Promise<boolean> {
  return moveRender(db, { ...render, to: 'cancelled' }, sql`, finished_at = now()`)
}

/** From `failed` or `cancelled` back to the queue, with what is drawn already. False when it is neither. */
export function retryRender(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const again = sql`status = 'queued', attempt = attempt + 1, redrives = 0, failure = null, finished_at = null,
      approval = case approval when 'awaited' then 'wanted' else approval end`
    const where = sql`id = ${id} and status in ('failed', 'cancelled') and deleted_at is null`
    if (!(await change(trx, 'render.requested', again, where))) return false
    await sql`update render_chunks set attempt = attempt + 1, redrives = 0, released_at = null
      where render_id = ${id} and (stored_at is null or (scout and exists (
        select from renders where id = ${id} and approval = 'wanted')))`.execute(trx)
    // Where its last part had landed there is nothing left to draw: one is landed again, which goes on to encoding.
    await sql`update render_chunks set stored_at = null, attempt = attempt + 1, released_at = null
      where id = (select id from render_chunks where render_id = ${id} order by chunk desc limit 1)
        and not exists (select from render_chunks where render_id = ${id} and stored_at is null)`.execute(trx)
    return true
  })
}

/** Goes on after the scout. False when it does not wait for that. */
export function approveRender(db: Db, id: string): Promise<boolean> {
  return change(
    db,
    'render.approved',
    sql`approval = 'given'`,
    sql`id = ${id} and approval = 'awaited' and status in ('preparing', 'rendering')`,
  )
}

export interface StuckRender extends Attempt {
  redrives: number
}

/** Renders that wait for their encoding and did not move for so long. */
export async function stuckEncodings(db: Db, { seconds, limit }: { seconds: number; limit: number }) {
  const found = await sql<StuckRender>`select id, attempt, redrives from renders
    where status = 'encoding' and updated_at < now() - make_interval(secs => ${seconds})
    order by updated_at limit ${limit}`.execute(db)
  return found.rows
}

/** Drives a stuck encoding anew, as another attempt; after `maxRenderAttempts` it ends in `failed`. */
export async function redriveEncoding(db: Db, stuck: StuckRender): Promise<boolean> {
  if (stuck.redrives >= maxRenderAttempts) return failRender(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  const again = sql`attempt = attempt + 1, redrives = redrives + 1`
  return change(
    db,
    'render.encoding',
    again,
    sql`id = ${stuck.id} and attempt = ${stuck.attempt} and status = 'encoding'`,
  )
}

/** Forgets what was drawn of renders that nobody tried again for `days`; another try then draws all of it. */
export async function forgetOldPieces(db: Db, days: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const old = sql`select id from renders where status in ('failed', 'cancelled')
      and updated_at < now() - make_interval(days => ${days})`
    await sql`update render_chunks set stored_at = null where stored_at is not null and render_id in (${old})`.execute(
      trx,
    )
    await forgetPieces(trx, sql`render_id in (${old})`)
  })
}
