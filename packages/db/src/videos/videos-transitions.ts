import { sql } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import { MAX_VIDEO_RESTARTS, videoArrows } from '@toile/contracts/videos/videos.constants'
import { inTransaction, type Db } from '../client.js'
import type { StoredStoryboard } from '../schema/videos.js'
import { insertFile, type NewFile } from '../files/files.js'
import { insertPreview, type NewPreview } from '../images/images-transitions.js'
import { lockUser, nextTurn } from '../files/admission-queues.js'
import { statusMoves, type Mover, type Stuck } from '../queues/status-transitions.js'
import { failUpload, moveUpload } from '../uploads/uploads-transitions.js'

// Only these functions change a video's status. They also change the stage of its upload.

const eventOf = {
  pending: 'video.received',
  processing: 'video.processing',
  ready: 'video.ready',
  failed: 'video.failed',
} as const
const moves = statusMoves('videos', videoArrows, eventOf, 'video.due')
export const { move: moveVideo, stuck: stuckVideos } = moves

/** Queues a fully uploaded video once, or a failed video again. Returns false if it is queued, in progress or done. */
export function receiveVideo(db: Db, upload: { id: string; ownerId: string }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockUser(trx, upload.ownerId)
    const turn = nextTurn('videos', upload.ownerId)
    const id = newId()
    const inserted = await trx
      .insertInto('videos')
      .values({ id, owner_id: upload.ownerId, upload_id: upload.id, turn })
      .onConflict((conflict) => conflict.column('upload_id').doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 1n) {
      await moves.emitInserted(trx, 'video.received', id)
      return true
    }
    const changes = sql`status = 'pending', attempt = attempt + 1, redrives = 0, failure = null,
      admitted_at = null, turn = ${turn}`
    return moves.change(trx, 'video.received', changes, sql`upload_id = ${upload.id} and status = 'failed'`)
  })
}

export interface VideoShape {
  width: number
  height: number
  durationSeconds: number
  hasAudio: boolean
}

/** Stores the video's shape, and the posters unless the upload already has images. Ignores outdated attempts. */
export async function describeVideo(db: Db, move: Mover, shape: VideoShape, posters: readonly NewPreview[]) {
  await whileProcessing(db, move, async (trx, { upload_id }) => {
    await trx
      .updateTable('videos')
      .set({
        width: shape.width,
        height: shape.height,
        duration_seconds: shape.durationSeconds,
        has_audio: shape.hasAudio,
        updated_at: sql`now()`,
      })
      .where('id', '=', move.id)
      .execute()
    const there = await trx.selectFrom('images').select('id').where('upload_id', '=', upload_id).executeTakeFirst()
    if (!there) for (const poster of posters) await insertPreview(trx, poster)
  })
}

export interface NewRendition {
  name: string
  width: number
  height: number
  file: NewFile
}

/** Stores a rendition once. The first makes the video playable and the upload `processed`. False if outdated. */
export function addRendition(db: Db, move: Mover, { file, ...rendition }: NewRendition): Promise<boolean> {
  return whileProcessing(db, move, async (trx, { upload_id }) => {
    const of = { video_id: move.id, name: rendition.name }
    const there = await trx
      .selectFrom('video_renditions')
      .select('name')
      .where(sql<boolean>`(video_id, name) = (${of.video_id}, ${of.name})`)
      .executeTakeFirst()
    if (there) return
    await insertFile(trx, file)
    await trx
      .insertInto('video_renditions')
      .values({ ...rendition, video_id: move.id, file_id: file.id })
      .execute()
    await moves.change(trx, 'video.playable', sql`redrives = 0`, sql`id = ${move.id}`)
    await moveUploadOf(trx, upload_id, 'processed')
  })
}

/** Stores the storyboard, and sets the video to `ready` and its upload to `ready_to_publish`. */
export function readyVideo(
  db: Db,
  move: Mover,
  { shape, file }: { shape: StoredStoryboard; file: NewFile },
): Promise<boolean> {
  return whileProcessing(db, move, async (trx, { upload_id }) => {
    await insertFile(trx, file)
    const board = sql`, storyboard = ${JSON.stringify(shape)}::jsonb, storyboard_file_id = ${file.id}`
    await moves.move(trx, { ...move, to: 'ready' }, board)
    await moveUploadOf(trx, upload_id, 'ready_to_publish')
  })
}

/** Fails the video and its upload. A retry reuses the renditions that were made before the failure. */
export function failVideo(db: Db, { id, attempt }: Mover, failure: StoredFailure): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const stored = JSON.stringify({ code: failure.code, params: failure.params })
    if (!(await moves.move(trx, { id, attempt, to: 'failed' }, sql`, failure = ${stored}::jsonb`))) return false
    const row = await trx.selectFrom('videos').select('upload_id').where('id', '=', id).executeTakeFirstOrThrow()
    await failUpload(trx, { id: row.upload_id, attempt: await attemptOf(trx, row.upload_id) }, failure)
    return true
  })
}

/** Restarts a stuck video, or fails it after `MAX_VIDEO_RESTARTS` restarts without a new rendition. */
export async function redriveVideo(db: Db, stuck: Stuck): Promise<boolean> {
  if (stuck.redrives >= MAX_VIDEO_RESTARTS) return failVideo(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  return moves.redrive(db, stuck)
}

/** Runs `work` if this attempt is current and `processing`, else returns false. A second run of the attempt waits. */
function whileProcessing(
  db: Db,
  { id, attempt }: Mover,
  work: (trx: Db, video: { upload_id: string }) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const video = await trx
      .selectFrom('videos')
      .select('upload_id')
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('status', '=', 'processing')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!video) return false
    await work(trx, video)
    return true
  })
}

/** Ignores the upload's attempt, because the caller has locked the video and checked the video's attempt. */
async function moveUploadOf(trx: Db, id: string, to: UploadStage): Promise<void> {
  await moveUpload(trx, { id, to, attempt: await attemptOf(trx, id) })
}

async function attemptOf(trx: Db, uploadId: string): Promise<number> {
  const row = await trx
    .selectFrom('uploads')
    .select('attempt')
    .where('id', '=', uploadId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.attempt
}

/** Deletes a video's upload unless a course or work version uses it. Keeps images that works or versions show. */
export async function deleteVideo(trx: Db, uploadId: string): Promise<void> {
  const inCourse =
    await sql`select from course_videos c join videos v on v.id = c.video_id where v.upload_id = ${uploadId}
    union all select from work_versions where video_upload_id = ${uploadId} limit 1`.execute(trx)
  if (inCourse.rows.length > 0) return
  await sql`update images set upload_id = null where upload_id = ${uploadId} and (
    exists (select from works where cover_id = images.id) or
    exists (select from works where images.id = any(image_ids)) or
    exists (select from work_versions where cover_id = images.id or images.id = any(image_ids)))`.execute(trx)
  await sql`update files set state = 'deleted', public = false where id in (
    select original_file_id from uploads where id = ${uploadId}
    union all select storyboard_file_id from videos where upload_id = ${uploadId}
    union all select r.file_id from video_renditions r join videos v on v.id = r.video_id where v.upload_id = ${uploadId}
    union all select i.file_id from image_variants i join images on images.id = i.image_id
      where images.upload_id = ${uploadId})`.execute(trx)
  await trx.deleteFrom('uploads').where('id', '=', uploadId).where('kind', '=', 'video').execute()
}
