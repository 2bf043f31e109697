import { sql } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images/images'
import {
  imageArrows,
  MAX_IMAGE_ATTEMPTS,
  type CoverAngle,
  type ImagePurpose,
} from '@toile/contracts/images/images.constants'
import { inTransaction, type Db } from '../client.js'
import { storeFile } from '../files/files.js'
import { assertRoomForImage, lockUser, nextTurn } from '../files/admission-queues.js'
import { insertVariants, showImage, type NewVariant } from './images.js'
import { statusMoves, type Move, type Mover, type Stuck } from '../queues/status-transitions.js'

// Everything that moves a picture's status, and nothing else.

const eventOf = {
  pending: 'image.received',
  processing: 'image.processing',
  ready: 'image.ready',
  failed: 'image.failed',
} as const
const moves = statusMoves('images', imageArrows, eventOf, 'image.due')
export const { move: moveImage, stuck: stuckImages } = moves

export interface NewImage {
  id: string
  ownerId: string
  purpose: ImagePurpose
  crop: Crop | null
  /** The file that was announced before its bytes came; now they are there. */
  original: { fileId: string; bytes: number; sha256: string }
  /** The work whose cover it becomes, or whose gallery it joins, when it is ready. */
  joinsWorkId?: string
  /** The file that it is a copy of: whoever uses that again finds this. */
  madeOfFileId?: string
}

/**
 * A picture whose bytes have come: `pending`, in line for its processing.
 * @throws ToileError TOO_MANY_IN_LINE
 */
export async function receiveImage(db: Db, image: NewImage): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockUser(trx, image.ownerId)
    await assertRoomForImage(trx, image.ownerId)
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
        joins_work_id: image.joinsWorkId ?? null,
        made_of_file_id: image.madeOfFileId ?? null,
        turn: nextTurn('images', image.ownerId),
      })
      .execute()
    await moves.emitInserted(trx, 'image.received', image.id)
  })
}

/** To `failed`, with the reason. The original is of no more use: its file is marked for the purge, and frees its bytes. */
export function failImage(db: Db, { id, attempt }: Mover, failure: StoredFailure): Promise<boolean> {
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
export function readyImage(db: Db, { id, attempt }: Mover, made: MadeImage): Promise<boolean> {
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
    await moves.emitInserted(trx, 'image.ready', preview.id)
    return true
  })
}

/** Drives a stuck picture anew, as another attempt; after `MAX_IMAGE_ATTEMPTS` it ends in `failed`. */
export async function redriveImage(db: Db, stuck: Stuck): Promise<boolean> {
  if (stuck.redrives >= MAX_IMAGE_ATTEMPTS) return failImage(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  return moves.redrive(db, stuck)
}

/**
 * Asks for a finished picture's sizes and formats to be made anew of what was sent; those that are there serve meanwhile.
 * False where it is not `ready`, or was made of something else. The latest of several wishes counts.
 */
export function requestImageReprocessing(db: Db, id: string): Promise<boolean> {
  const where = sql`id = ${id} and status = 'ready' and original_file_id is not null`
  return moves.change(db, 'image.remake', sql`attempt = attempt + 1`, where)
}

/**
 * Puts what was made anew in the place of what was there, as visible as that. Files that a version of a work names
 * are kept, as private ones. False for a late caller.
 */
export function swapImage(db: Db, { id, attempt }: Mover, made: MadeImage): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // The attempt is used up: the same job delivered again finds nothing to swap.
    const size = sql`width = ${made.width}, height = ${made.height}, blurhash = ${made.blurhash}, attempt = attempt + 1`
    const where = sql`id = ${id} and attempt = ${attempt} and status = 'ready'`
    if (!(await moves.change(trx, 'image.ready', size, where))) return false
    const old = await sql<{ was_public: boolean }>`with gone as (
        delete from image_variants where image_id = ${id} returning file_id),
      before as (select id, public from files where id in (select file_id from gone)),
      freed as (update files set public = false,
        state = case when exists (select from work_versions where picture_file_ids @> array[files.id]) then state
          else 'deleted' end
        where id in (select file_id from gone))
      select bool_or(public) as was_public from before`.execute(trx)
    await insertVariants(trx, id, made.variants)
    if (old.rows[0]?.was_public) await showImage(trx, id, true)
    return true
  })
}
