import { sql, type RawBuilder } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Piece } from '@toile/contracts/renders/render-plan'
import { inTransaction, type Db } from '../client.js'
import { storeFile, type AnnouncedFile } from '../files/files.js'
import { changeRender, failRender, moveRender, type Attempt } from './renders-transitions.js'

export function beginDrawing(db: Db, render: Attempt): Promise<boolean> {
  return moveRender(db, { ...render, to: 'rendering' })
}

export interface DrawnPiece {
  chunk: Attempt
  renderId: string
  piece: Piece
  file: AnnouncedFile
  /** Worker time that the piece took. */
  seconds: number
}

/** Stores a piece. If the call is late or the piece is already stored, returns false and leaves the file unused. */
export function addPiece(db: Db, { chunk, renderId, piece, file, seconds }: DrawnPiece): Promise<boolean> {
  return withActiveChunk(db, chunk, renderId, async (trx) => {
    const there = await trx
      .selectFrom('render_pieces')
      .select('piece')
      .where('render_id', '=', renderId)
      .where('piece', '=', piece.name)
      .executeTakeFirst()
    if (there) return false
    await storeFile(trx, file.id, file)
    await trx.insertInto('render_pieces').values({ render_id: renderId, piece: piece.name, file_id: file.id }).execute()
    await addCost(trx, chunk.id, renderId, seconds)
    return true
  })
}

/** Stores a progress image and announces it with an event. Earlier images stay. Returns false for a late call. */
export function addPreview(
  db: Db,
  { chunk, renderId, file, samples }: Omit<DrawnPiece, 'piece' | 'seconds'> & { samples: number },
): Promise<boolean> {
  return withActiveChunk(db, chunk, renderId, async (trx) => {
    await storeFile(trx, file.id, file)
    await trx.insertInto('render_previews').values({ render_id: renderId, file_id: file.id, samples }).execute()
    return changeRender(trx, 'render.shown', sql`redrives = 0`, sql`id = ${renderId}`)
  })
}

/**
 * Completes a chunk. When no chunk is left, the render moves to `encoding`. If an approval is wanted, the render waits
 * for it after the scout (draft preview). Returns false for a late call.
 */
export function completeChunk(db: Db, chunk: Attempt, renderId: string, worker: string): Promise<boolean> {
  return withActiveChunk(db, chunk, renderId, async (trx, { attempt, scout }) => {
    await sql`update render_chunks set stored_at = now(), worker = ${worker} where id = ${chunk.id}`.execute(trx)
    if (scout)
      await changeRender(
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

async function addCost(trx: Db, chunkId: string, renderId: string, seconds: number): Promise<void> {
  await sql`update render_chunks set cost_seconds = cost_seconds + ${seconds} where id = ${chunkId}`.execute(trx)
  await sql`update renders set cost_seconds = cost_seconds + ${seconds}, updated_at = now() where id = ${renderId}`.execute(
    trx,
  )
}

/**
 * Runs `work` unless the call is late. The lock on the render makes calls run one after the other. Of two calls for the
 * last two chunks, the second therefore sees that no chunk is left.
 */
function withActiveChunk(
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

/** Stores the outputs, sets `finished` and deletes the pieces. Returns false for a late call. */
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

async function forgetPieces(trx: Db, where: RawBuilder<unknown>): Promise<void> {
  await sql`with gone as (delete from render_pieces where ${where} returning file_id)
    update files set state = 'deleted' from gone where files.id = gone.file_id`.execute(trx)
}

export async function failChunk(db: Db, chunk: Attempt, failure: StoredFailure): Promise<boolean> {
  const of = await renderOfChunk(db, chunk)
  return of ? failRender(db, of, failure) : false
}

/** The render of the chunk. Undefined if the chunk is stored or deleted, or has another attempt. */
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

/** Deletes pieces of renders that failed or were cancelled over `days` ago. A later retry draws everything again. */
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
