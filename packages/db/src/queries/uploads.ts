import { sql, type RawBuilder } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { EventType } from '@toile/contracts/events'
import type { StoredFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import type { ModelFacts, ModelReport } from '@toile/contracts/models'
import {
  maxBytesPerUser,
  maxUnfinishedUploads,
  maxUploadAttempts,
  uploadArrows,
  uploadExpiryHours,
  type UploadKind,
  type UploadStage,
} from '@toile/contracts/uploads.constants'
import { inTransaction, type Db } from '../client.js'
import { idCursor, pageOf, type Page } from '../cursors.js'
import { eventOfMoved } from '../events.js'
import type { StageEntry } from '../schema.js'
import { insertFile, type NewFile } from './files.js'

/** The event that tells of each stage. Emitting it again is what drives a stage anew. */
const eventOfStage: Record<UploadStage, EventType> = {
  upload: 'upload.received',
  finished: 'upload.finished',
  processed: 'upload.processed',
  ready_to_publish: 'upload.ready',
  failed: 'upload.failed',
}

export interface UploadRow {
  id: string
  owner_id: string
  kind: UploadKind
  filename: string
  size: number
  stage: UploadStage
  attempt: number
  version: number
  received_at: Date | null
  failure: StoredFailure | null
  stages: StageEntry[]
  original_file_id: string
  original_key: string
  model_file_id: string | null
  model_bytes: number | null
  facts: ModelFacts | null
  report: ModelReport | null
  created_at: Date
  updated_at: Date
}

const selectUploads = (db: Db) =>
  db
    .selectFrom('uploads')
    .innerJoin('files as original', 'original.id', 'uploads.original_file_id')
    .leftJoin('files as model', 'model.id', 'uploads.model_file_id')
    .select([
      'uploads.id',
      'uploads.owner_id',
      'uploads.kind',
      'filename',
      'size',
      'stage',
      'attempt',
      'version',
      'received_at',
      'failure',
      'stages',
      'original_file_id',
      'original.key as original_key',
      'model_file_id',
      'model.bytes as model_bytes',
      'facts',
      'report',
      'uploads.created_at',
      'uploads.updated_at',
    ])

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return selectUploads(db).where('uploads.id', '=', id).executeTakeFirst()
}

/** These uploads, in no order. */
export function findUploads(db: Db, ids: readonly string[]): Promise<UploadRow[]> {
  return selectUploads(db)
    .where(sql<boolean>`uploads.id = any(${ids}::uuid[])`)
    .execute()
}

export async function listUploads(
  db: Db,
  { ownerId, limit, cursor }: { ownerId: string; limit: number; cursor?: string | undefined },
): Promise<Page<UploadRow>> {
  const before = idCursor(cursor)
  let query = selectUploads(db).where('uploads.owner_id', '=', ownerId)
  if (before) query = query.where('uploads.id', '<', before)
  const rows = await query
    .orderBy('uploads.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => [row.id])
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
}

/** Announces an upload and the file that its bytes will be, within the owner's limits (429 beyond them). */
export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Two announcements of one person come one after the other, or both would find the last free place.
    await sql`select id from users where id = ${upload.ownerId} for no key update`.execute(trx)
    const { unfinished, bytes } = await usage(trx, upload.ownerId)
    if (unfinished >= maxUnfinishedUploads)
      throw new ToileError('TOO_MANY_UPLOADS', { params: { limit: maxUnfinishedUploads }, retryAfterSeconds: 60 })
    if (bytes + upload.size > maxBytesPerUser)
      throw new ToileError('STORAGE_QUOTA', { params: { limitGigabytes: maxBytesPerUser / 1024 ** 3 } })
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
      })
      .execute()
  })
}

async function usage(db: Db, ownerId: string): Promise<{ unfinished: number; bytes: number }> {
  const used = await sql<{ unfinished: number; bytes: number }>`select
    (select count(*) from uploads where owner_id = ${ownerId} and stage = 'upload' and received_at is null) as unfinished,
    (select coalesce(sum(bytes), 0)::bigint from files where owner_id = ${ownerId} and state <> 'deleted') as bytes`.execute(
    db,
  )
  return used.rows[0]!
}

/** A byte came: keeps the upload from expiring. */
export async function touchUpload(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * All bytes of an upload are stored: sets off its processing, once, whoever says so and however often (the last
 * PATCH, a HEAD that finds it complete, the sweep). True for the call that did it.
 */
export async function finishUpload(db: Db, id: string): Promise<boolean> {
  const moved = await sql`with moved as (
      update uploads set received_at = now(), version = version + 1, updated_at = now()
      where id = ${id} and stage = 'upload' and received_at is null
      returning id, attempt, version),
    ${eventOfMoved('upload.received')}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

interface Move {
  id: string
  to: UploadStage
  /** The attempt the caller belongs to; a handler left over from an older one moves nothing. */
  attempt: number
}

const stageEntry = (stage: UploadStage) =>
  sql`jsonb_build_array(jsonb_build_object('stage', ${stage}::text, 'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`

/**
 * The one writer of an upload's stage: row, version and event in one statement. Only arrows of `uploadArrows` move.
 * False when there was nothing to move: delivered twice, too late, or of an older attempt.
 */
export async function moveUpload(
  db: Db,
  { id, to, attempt }: Move,
  also: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const from = (Object.keys(uploadArrows) as UploadStage[]).filter(
    (stage) => stage !== 'failed' && uploadArrows[stage].includes(to),
  )
  const moved = await sql`with moved as (
      update uploads set stage = ${to}, stages = stages || ${stageEntry(to)}, redrives = 0,
        version = version + 1, updated_at = now()${also}
      where id = ${id} and attempt = ${attempt} and stage = any(${from}) and received_at is not null
      returning id, attempt, version),
    ${eventOfMoved(eventOfStage[to])}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

/** To `failed`, with the reason; retry will go on from the stage that it had reached. */
export function failUpload(db: Db, { id, attempt }: Omit<Move, 'to'>, failure: StoredFailure): Promise<boolean> {
  return moveUpload(
    db,
    { id, to: 'failed', attempt },
    sql`, failed_from = stage, failure = ${JSON.stringify({ code: failure.code, params: failure.params })}::jsonb`,
  )
}

/** To `processed`, with the model for the web; the file's row and the move stand or fall together. */
export function processUpload(
  db: Db,
  move: Omit<Move, 'to'>,
  made: { file: NewFile; facts: ModelFacts; report: ModelReport },
): Promise<boolean> {
  const processed: Move = { ...move, to: 'processed' }
  return unlessLate(db, processed, async (trx) => {
    await insertFile(trx, made.file)
    await moveUpload(
      trx,
      processed,
      sql`, model_file_id = ${made.file.id}, facts = ${JSON.stringify(made.facts)}::jsonb,
        report = ${JSON.stringify(made.report)}::jsonb`,
    )
  })
}

/** To `ready_to_publish`; `insertPreviews` writes the pictures in the same transaction. */
export function readyUpload(
  db: Db,
  move: Omit<Move, 'to'>,
  insertPreviews: (trx: Db) => Promise<void>,
): Promise<boolean> {
  const ready: Move = { ...move, to: 'ready_to_publish' }
  return unlessLate(db, ready, async (trx) => {
    await insertPreviews(trx)
    await moveUpload(trx, ready)
  })
}

/**
 * Runs a move with its companions in one transaction, unless it comes too late (false). The row is locked first, so
 * that a twin of the same attempt waits here and then finds that there is nothing left to move.
 */
function unlessLate(db: Db, { id, to, attempt }: Move, work: (trx: Db) => Promise<void>): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('uploads')
      .select(['stage', 'attempt'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row?.attempt !== attempt || !uploadArrows[row.stage].includes(to)) return false
    await work(trx)
    return true
  })
}

/** Starts the present or last good stage anew: raises the attempt and emits the stage's event again. */
async function driveUpload(
  db: Db,
  stage: UploadStage,
  changes: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const moved = await sql`with moved as (
      update uploads set attempt = attempt + 1, version = version + 1, updated_at = now(), ${changes}
      where ${where}
      returning id, attempt, version),
    ${eventOfMoved(eventOfStage[stage])}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

/** From `failed` to the last good stage, on the owner's wish. False when it is not failed (any more). */
export async function retryUpload(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select(['failed_from', 'attempt'])
    .where('id', '=', id)
    .where('stage', '=', 'failed')
    .executeTakeFirst()
  if (!row?.failed_from) return false
  return driveUpload(
    db,
    row.failed_from,
    sql`stage = failed_from, failed_from = null, failure = null, redrives = 0, stages = stages || ${stageEntry(row.failed_from)}`,
    sql`id = ${id} and stage = 'failed' and attempt = ${row.attempt}`,
  )
}

export interface StuckUpload {
  id: string
  stage: UploadStage
  attempt: number
  redrives: number
}

/** Uploads that are on their way but did not move for so long, oldest first. */
export function stuckUploads(db: Db, { seconds, limit }: { seconds: number; limit: number }): Promise<StuckUpload[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'stage', 'attempt', 'redrives'])
    .where('stage', 'in', ['upload', 'finished', 'processed'])
    .where('received_at', 'is not', null)
    .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Drives a stuck upload anew; after `maxUploadAttempts` it ends in `failed`, where its owner can still retry. */
export function redriveUpload(db: Db, stuck: StuckUpload): Promise<boolean> {
  if (stuck.redrives >= maxUploadAttempts) return failUpload(db, stuck, { code: 'PROCESSING_FAILED', params: {} })
  return driveUpload(
    db,
    stuck.stage,
    sql`redrives = redrives + 1`,
    sql`id = ${stuck.id} and stage = ${stuck.stage} and attempt = ${stuck.attempt}`,
  )
}

/** Uploads whose bytes are not all there as far as the row knows; the sweep asks the store. */
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

/** Removes an upload whose bytes never came whole; its file is marked for the purge. False once it is complete. */
export async function removeUnfinishedUpload(db: Db, id: string): Promise<boolean> {
  const removed = await sql`with gone as (
      delete from uploads where id = ${id} and stage = 'upload' and received_at is null returning original_file_id)
    update files set state = 'deleted' from gone where files.id = gone.original_file_id returning files.id`.execute(db)
  return removed.rows.length === 1
}

/** Gives up uploads that got no byte for `uploadExpiryHours`. Returns how many. */
export async function expireUploads(db: Db): Promise<number> {
  const removed = await sql`with gone as (
      delete from uploads where stage = 'upload' and received_at is null
        and updated_at < now() - make_interval(hours => ${uploadExpiryHours}) returning original_file_id)
    update files set state = 'deleted' from gone where files.id = gone.original_file_id returning files.id`.execute(db)
  return removed.rows.length
}

/** The storage key of an upload's model for the web. */
export async function findModelKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'model_file_id')
    .select('files.key')
    .where('uploads.id', '=', id)
    .executeTakeFirst()
  return row?.key
}
