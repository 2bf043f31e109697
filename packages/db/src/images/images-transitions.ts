import { sql } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images/images'
import {
  imageArrows,
  MAX_IMAGE_RESTARTS,
  type CoverAngle,
  type ImagePurpose,
} from '@toile/contracts/images/images.constants'
import { inTransaction, type Db } from '../client.js'
import { storeFile } from '../files/files.js'
import { assertRoomForImage, lockUser, nextTurn } from '../files/admission-queues.js'
import { insertVariants, showImage, type NewVariant } from './images.js'
import { statusMoves, type Move, type Mover, type Stuck } from '../queues/status-transitions.js'

// Only the functions in this file change an image's status.

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
  /** The original's file, whose row was inserted before its bytes arrived. The bytes must be stored before the call. */
  original: { fileId: string; bytes: number; sha256: string }
  /** The work that gets the finished image as its cover or in its gallery. */
  joinsWorkId?: string
  /** The render's output file that the image is a copy of. If the same work uses it again, this image is reused. */
  madeOfFileId?: string
}

/** Inserts an uploaded image as `pending`. @throws ToileError TOO_MANY_IN_LINE */
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

/** Sets `failed`, and marks the original for the purge, because it is of no further use. */
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

export function readyImage(db: Db, { id, attempt }: Mover, made: MadeImage): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Changes the status first, which locks the row: a concurrent duplicate waits and then finds nothing to change.
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

/** Inserts a `ready` preview, its files and an event. False if the upload already has an image of that angle. */
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

export async function redriveImage(db: Db, stuck: Stuck): Promise<boolean> {
  if (stuck.redrives >= MAX_IMAGE_RESTARTS) return failImage(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  return moves.redrive(db, stuck)
}

/** Requests new variants; the latest request wins. Returns false if the image is not `ready` or has no original. */
export function requestImageReprocessing(db: Db, id: string): Promise<boolean> {
  const where = sql`id = ${id} and status = 'ready' and original_file_id is not null`
  return moves.change(db, 'image.remake', sql`attempt = attempt + 1`, where)
}

/**
 * Replaces the variants. The new variants are public if the old ones were. Old files that a version of a work still
 * uses are kept, but become private. Returns false if the image is not `ready` or the attempt is outdated.
 */
export function swapImage(db: Db, { id, attempt }: Mover, made: MadeImage): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Raises the attempt, so that the same job delivered again finds nothing to replace.
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
