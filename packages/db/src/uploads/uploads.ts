import { sql, type InferResult } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { REMOVAL_DAYS } from '@toile/contracts/uploads/removals.constants'
import {
  MAX_UNFINISHED_UPLOADS,
  UPLOAD_EXPIRY_HOURS,
  type UploadKind,
} from '@toile/contracts/uploads/uploads.constants'
import { inTransaction, type Db } from '../client.js'
import { pageById, type Page, type PageQuery } from '../cursors.js'
import { assertRoomFor, insertFile, isVerified, unverifiedLimit, type UnverifiedQuota } from '../files/files.js'
import { assertRoomForUpload, lockUser } from '../files/admission-queues.js'
import { stageEntry } from './uploads-transitions.js'

const selectUploads = (db: Db) =>
  db
    .selectFrom('uploads')
    .innerJoin('files as original', 'original.id', 'uploads.original_file_id')
    .leftJoin('files as model', 'model.id', 'uploads.model_file_id')
    .leftJoin('files as preview', 'preview.id', 'uploads.preview_file_id')
    .select([
      'uploads.id',
      'uploads.owner_id as ownerId',
      'uploads.kind',
      'filename',
      'size',
      'stage',
      'attempt',
      'version',
      'received_at as receivedAt',
      'failure',
      'stages',
      'original_file_id as originalFileId',
      'original.key as originalKey',
      // Hex; null until computed.
      'original.sha256 as originalSha256',
      'model_file_id as modelFileId',
      'model.bytes as modelBytes',
      'preview_file_id as previewFileId',
      'preview.bytes as previewBytes',
      'ar_file_id as arFileId',
      'proprietary_format as proprietaryFormat',
      'facts',
      'report',
      'correction',
      'wanted_correction as wantedCorrection',
      'correction_failure as correctionFailure',
      // Null without an intended work (see forgetAims), and while the intended work is in the trash.
      sql<string | null>`(select id from works where id = for_work_id and state <> 'trashed')`.as('forWorkId'),
      // When the upload will be removed unless its owner confirms an email; null before the announcement.
      sql<Date | null>`(select removal_due_at from users where id = uploads.owner_id and email_verified_at is null
        and removal_announced_at is not null)`.as('keptUntil'),
      'uploads.created_at as createdAt',
      'uploads.updated_at as updatedAt',
    ])

export type UploadRow = InferResult<ReturnType<typeof selectUploads>>[number]

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return selectUploads(db).where('uploads.id', '=', id).executeTakeFirst()
}

export function findUploads(db: Db, ids: readonly string[]): Promise<UploadRow[]> {
  return selectUploads(db)
    .where(sql<boolean>`uploads.id = any(${ids}::uuid[])`)
    .execute()
}

/** A user's uploads, newest first. With `forWorkId`, only those still intended for this work (see forgetAims). */
export async function listUploads(
  db: Db,
  { ownerId, forWorkId, ...page }: PageQuery & { ownerId: string; forWorkId?: string | undefined },
): Promise<Page<UploadRow>> {
  let query = selectUploads(db).where('uploads.owner_id', '=', ownerId)
  if (forWorkId) query = query.where('uploads.for_work_id', '=', forWorkId)
  return pageById(query, 'uploads.id', page)
}

export async function uploadOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('uploads').select('owner_id').where('id', '=', id).executeTakeFirst()
  return row?.owner_id
}

export interface NewUpload {
  id: string
  ownerId: string
  kind: UploadKind
  filename: string
  filetype: string
  size: number
  key: string
  /** For a copy of a render's film: the film's file, and the work to which the video is added. */
  madeOf?: { fileId: string; workId: string }
  forWorkId?: string | undefined
}

/**
 * Inserts an upload before its bytes arrive.
 * @throws ToileError TOO_MANY_UPLOADS, TOO_MANY_IN_LINE, errors of assertRoomFor()
 */
export async function insertUpload(db: Db, upload: NewUpload, unverified?: UnverifiedQuota): Promise<void> {
  await inTransaction(db, async (trx) => {
    // The user is locked before the uploads are counted, so that concurrent calls cannot exceed the limit.
    await lockUser(trx, upload.ownerId)
    const unfinished = await countUnfinished(trx, upload.ownerId)
    if (unverified && unfinished >= unverified.maxUnfinishedUploads && !(await isVerified(trx, upload.ownerId)))
      throw unverifiedLimit(unverified)
    if (unfinished >= MAX_UNFINISHED_UPLOADS)
      throw new ToileError('TOO_MANY_UPLOADS', { params: { limit: MAX_UNFINISHED_UPLOADS }, retryAfterSeconds: 60 })
    await assertRoomForUpload(trx, upload.ownerId, upload.kind)
    const counted = await assertRoomFor(trx, upload.ownerId, upload.size, unverified)
    const fileId = newId()
    await insertFile(trx, {
      id: fileId,
      ownerId: upload.ownerId,
      kind: 'original',
      key: upload.key,
      contentType: 'application/octet-stream',
      bytes: upload.size,
      sha256: null,
      state: 'pending',
      ...counted,
    })
    await trx
      .insertInto('uploads')
      .values({
        id: upload.id,
        owner_id: upload.ownerId,
        kind: upload.kind,
        filename: upload.filename,
        filetype: upload.filetype,
        size: upload.size,
        stages: sql`${stageEntry('upload')}`,
        original_file_id: fileId,
        for_work_id: upload.forWorkId ?? null,
        removal_due_at: sql`(select now() + make_interval(days => ${REMOVAL_DAYS}) from users
          where id = ${upload.ownerId} and email_verified_at is null)`,
        ...(upload.madeOf && { made_of_file_id: upload.madeOf.fileId, joins_work_id: upload.madeOf.workId }),
      })
      .execute()
  })
}

async function countUnfinished(db: Db, ownerId: string): Promise<number> {
  const counted = await sql<{ unfinished: number }>`select count(*) as unfinished
    from uploads where owner_id = ${ownerId} and stage = 'upload' and received_at is null`.execute(db)
  return counted.rows[0]!.unfinished
}

/** Clears `for_work_id`. Called when a work uses the uploads, or when the owner no longer intends them for it. */
export async function forgetAims(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update uploads set for_work_id = null where id = any(${ids}::uuid[]) and for_work_id is not null`.execute(
    db,
  )
}

/** Called at the end of each PATCH. The time after which an incomplete upload expires begins anew. */
export async function touchUpload(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Uploads that are incomplete according to their rows. The sweep compares them with the bytes in the storage. */
export function receivingUploads(db: Db, { quietSeconds, limit }: { quietSeconds: number; limit: number }) {
  return db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'original_file_id')
    .select(['uploads.id', 'size', 'files.key'])
    .where('stage', '=', 'upload')
    .where('received_at', 'is', null)
    .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${quietSeconds})`)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
}

/** Removes an incomplete upload and marks its file for the purge. Returns false for a complete one. */
export async function removeUnfinishedUpload(db: Db, id: string): Promise<boolean> {
  const removed = await sql`with gone as (
      delete from uploads where id = ${id} and stage = 'upload' and received_at is null returning original_file_id)
    update files set state = 'deleted' from gone where files.id = gone.original_file_id returning files.id`.execute(db)
  return removed.rows.length === 1
}

/** Optional work yields to a steady stream of uploads for at most this long. */
const PATIENCE_SECONDS = 600

/** Whether other complete uploads should be processed before optional work on this ready one. */
export async function doOthersComeFirst(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select exists (select from uploads where stage in ('upload', 'finished', 'processed') and received_at is not null and id <> ${id})
      and exists (
        select from uploads where id = ${id} and updated_at > now() - make_interval(secs => ${PATIENCE_SECONDS})
      ) as first`.execute(db)
  return rows[0]!.first
}

/** Removes incomplete uploads that got no bytes for `UPLOAD_EXPIRY_HOURS`. Returns the number removed. */
export async function expireUploads(db: Db): Promise<number> {
  const removed = await sql`with gone as (
      delete from uploads where stage = 'upload' and received_at is null
        and updated_at < now() - make_interval(hours => ${UPLOAD_EXPIRY_HOURS}) returning original_file_id)
    update files set state = 'deleted' from gone where files.id = gone.original_file_id returning files.id`.execute(db)
  return removed.rows.length
}

export async function findModelKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'model_file_id')
    .select('files.key')
    .where('uploads.id', '=', id)
    .executeTakeFirst()
  return row?.key
}

/** A file that an administrator uploaded for download. `name` is its name when uploaded; `sha256` is in hex. */
export interface SentFile {
  fileId: string
  name: string
  bytes: number
  sha256: string
}

/** The file of an upload of kind `file`. Undefined until its checksum is computed. */
export async function findSentFile(db: Db, uploadId: string): Promise<SentFile | undefined> {
  const row = await db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'original_file_id')
    .select(['files.id', 'filename', 'files.bytes', 'files.sha256'])
    .where('uploads.id', '=', uploadId)
    .where('uploads.kind', '=', 'file')
    .where('uploads.stage', 'in', ['finished', 'processed', 'ready_to_publish'])
    .executeTakeFirst()
  return row?.sha256 ? { fileId: row.id, name: row.filename, bytes: row.bytes, sha256: row.sha256 } : undefined
}
