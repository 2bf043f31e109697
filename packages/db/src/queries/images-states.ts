import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/events'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images'
import {
  imageArrows,
  maxImageAttempts,
  type CoverAngle,
  type ImagePurpose,
  type ImageStatus,
} from '@toile/contracts/images.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { storeFile } from './files.js'
import { insertVariants, type NewVariant } from './images.js'

// Everything that moves a picture's status, and nothing else.

const eventOfStatus: Record<ImageStatus, EventType> = {
  pending: 'image.received',
  processing: 'image.processing',
  ready: 'image.ready',
  failed: 'image.failed',
}

/** The event of an image that has just been inserted. */
const emitOfInserted = (type: EventType, id: string) =>
  sql`with moved as (select id, attempt, version from images where id = ${id}), ${eventOfMoved(type)} select 1`

export interface NewImage {
  id: string
  ownerId: string
  purpose: ImagePurpose
  crop: Crop | null
  /** The file that was announced before its bytes came; now they are there. */
  original: { fileId: string; bytes: number; sha256: string }
}

/** A picture whose bytes have come: `pending`, with the event that sets its processing off. */
export async function receiveImage(db: Db, image: NewImage): Promise<void> {
  await inTransaction(db, async (trx) => {
    await storeFile(trx, image.original.fileId, image.original)
    await trx
      .insertInto('images')
      .values({
        id: image.id,
        owner_id: image.ownerId,
        purpose: image.purpose,
        status: 'pending',
        width: 0,
        height: 0,
        crop: image.crop && JSON.stringify(image.crop),
        original_file_id: image.original.fileId,
      })
      .execute()
    await emitOfInserted('image.received', image.id).execute(trx)
  })
}

interface Move {
  id: string
  to: ImageStatus
  /** The attempt the caller belongs to; a handler left over from an older one moves nothing. */
  attempt: number
}

/**
 * The one writer of a picture's status: row, version and event in one statement. Only arrows of `imageArrows` move.
 * False when there was nothing to move: delivered twice, too late, or of an older attempt.
 */
export async function moveImage(
  db: Db,
  { id, to, attempt }: Move,
  also: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const from = (Object.keys(imageArrows) as ImageStatus[]).filter((status) => imageArrows[status].includes(to))
  const moved = await sql`with moved as (
      update images set status = ${to}, version = version + 1, updated_at = now()${also}
      where id = ${id} and attempt = ${attempt} and status = any(${from})
      returning id, attempt, version),
    ${eventOfMoved(eventOfStatus[to])}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

/** To `failed`, with the reason. The original is of no more use: its file is marked for the purge, and frees its bytes. */
export function failImage(db: Db, { id, attempt }: Omit<Move, 'to'>, failure: StoredFailure): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('images')
      .select('original_file_id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const stored = JSON.stringify({ code: failure.code, params: failure.params })
    const failed: Move = { id, to: 'failed', attempt }
    if (!(await moveImage(trx, failed, sql`, failure = ${stored}::jsonb, original_file_id = null`))) return false
    await sql`update files set state = 'deleted' where id = ${row?.original_file_id ?? null}`.execute(trx)
    return true
  })
}

export interface MadeImage {
  width: number
  height: number
  blurhash: string
  variants: readonly NewVariant[]
}

/** To `ready`, with its variants; the files' rows and the move stand or fall together, whoever races. */
export function readyImage(db: Db, { id, attempt }: Omit<Move, 'to'>, made: MadeImage): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // The move first: it locks the row, so that a twin waits here and then finds nothing left to move.
    const size = sql`, width = ${made.width}, height = ${made.height}, blurhash = ${made.blurhash}`
    if (!(await moveImage(trx, { id, to: 'ready', attempt }, size))) return false
    await insertVariants(trx, id, made.variants)
    return true
  })
}

export interface NewPreview extends Omit<MadeImage, 'blurhash'> {
  id: string
  ownerId: string
  uploadId: string
  purpose: ImagePurpose
  blurhash: string | null
  angle: CoverAngle | null
}

/** A picture made of a model, `ready` at once, with its files and event. False where this upload has that angle already. */
export function insertPreview(db: Db, preview: NewPreview): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const inserted = await trx
      .insertInto('images')
      .values({
        id: preview.id,
        owner_id: preview.ownerId,
        upload_id: preview.uploadId,
        purpose: preview.purpose,
        status: 'ready',
        width: preview.width,
        height: preview.height,
        blurhash: preview.blurhash,
        angle: preview.angle,
      })
      .onConflict((conflict) => conflict.columns(['upload_id', 'angle']).doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n) return false
    await insertVariants(trx, preview.id, preview.variants)
    await emitOfInserted('image.ready', preview.id).execute(trx)
    return true
  })
}

export interface StuckImage {
  id: string
  attempt: number
  redrives: number
}

/** Pictures that are on their way but did not move for so long, oldest first. */
export function stuckImages(db: Db, { seconds, limit }: { seconds: number; limit: number }): Promise<StuckImage[]> {
  return db
    .selectFrom('images')
    .select(['id', 'attempt', 'redrives'])
    .where('status', 'in', ['pending', 'processing'])
    .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Drives a stuck picture anew, as another attempt; after `maxImageAttempts` it ends in `failed`. */
export async function redriveImage(db: Db, stuck: StuckImage): Promise<boolean> {
  if (stuck.redrives >= maxImageAttempts) return failImage(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  const moved = await sql`with moved as (
      update images set attempt = attempt + 1, redrives = redrives + 1, version = version + 1, updated_at = now()
      where id = ${stuck.id} and attempt = ${stuck.attempt} and status in ('pending', 'processing')
      returning id, attempt, version),
    ${eventOfMoved('image.received')}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}
