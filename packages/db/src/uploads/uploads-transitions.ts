import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/reactions'
import type { StoredFailure } from '@toile/contracts/failures'
import type { ModelFacts, ModelReport } from '@toile/contracts/models/models'
import type { ProprietaryFormat } from '@toile/contracts/models/models.constants'
import { dueOfStage } from '@toile/contracts/uploads/upload-queue'
import { MAX_UPLOAD_RESTARTS, uploadArrows, type UploadStage } from '@toile/contracts/uploads/uploads.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { insertFile, type NewFile } from '../files/files.js'
import { failCorrection, redriveCorrection } from './uploads-reprocessing.js'
import { admittedBy, assertRoomForUpload, lockOwner, nextTurn } from '../files/admission-queues.js'
import { historyOfMoved } from './stage-history.js'

/** Event of each stage. For the first three stages, writing the event again restarts the stage's job. */
const eventOfStage: Record<UploadStage, EventType> = {
  ...dueOfStage,
  ready_to_publish: 'upload.ready',
  failed: 'upload.failed',
}

/** Queues a complete upload. Several callers may find that an upload is complete; only the first call returns true. */
export function finishUpload(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const ownerId = await lockOwner(trx, 'uploads', id)
    if (!ownerId) return false
    const moved = await sql`with moved as (
        update uploads set received_at = now(), turn = ${nextTurn('uploads', ownerId)},
          version = version + 1, updated_at = now()
        where id = ${id} and stage = 'upload' and received_at is null
        returning id, attempt, version),
      ${eventOfMoved('upload.received')}
      select id from moved`.execute(trx)
    return moved.rows.length === 1
  })
}

interface Move {
  id: string
  to: UploadStage
  /** The attempt of the caller. Handlers of older attempts change nothing. */
  attempt: number
}

/** Stages from which a worker moves an upload to this one. Only retryUpload() moves an upload out of `failed`. */
const stagesBefore = (to: UploadStage) =>
  (Object.keys(uploadArrows) as UploadStage[]).filter((stage) => stage !== 'failed' && uploadArrows[stage].includes(to))

/** An entry of the row's stage list, as a JSON array to append. */
export const stageEntry = (stage: UploadStage) =>
  sql`jsonb_build_array(jsonb_build_object('stage', ${stage}::text, 'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`

/** The only writer of the stage apart from retryUpload(). Returns false for duplicate, late and outdated calls. */
export async function moveUpload(
  db: Db,
  { id, to, attempt }: Move,
  also: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const moved = await sql`with moved as (
      update uploads set stage = ${to}, stages = stages || ${stageEntry(to)}, redrives = 0,
        version = version + 1, updated_at = now()${admittedBy(to)}${also}
      where id = ${id} and attempt = ${attempt} and stage = any(${stagesBefore(to)}) and received_at is not null
      returning id, attempt, version, kind, size, stage, work_began_at, work_version),
    ${historyOfMoved},
    ${eventOfMoved(eventOfStage[to])}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

/** Sets `failed`. A retry continues from the stage that was reached. */
export function failUpload(db: Db, { id, attempt }: Omit<Move, 'to'>, failure: StoredFailure): Promise<boolean> {
  return moveUpload(
    db,
    { id, to: 'failed', attempt },
    sql`, failed_from = stage, failure = ${JSON.stringify({ code: failure.code, params: failure.params })}::jsonb`,
  )
}

/** The files made from a model, or the model's proprietary format if Toile cannot read it. */
export type ProcessedModel = PreparedModel | { proprietaryFormat: ProprietaryFormat }

export interface PreparedModel {
  file: NewFile
  preview?: NewFile | undefined
  ar?: NewFile | undefined
  facts: ModelFacts
  report: ModelReport
}

export function processUpload(db: Db, move: Omit<Move, 'to'>, made: ProcessedModel): Promise<boolean> {
  const processed: Move = { ...move, to: 'processed' }
  return unlessLate(db, processed, async (trx) => {
    if ('proprietaryFormat' in made)
      return moveUpload(trx, processed, sql`, proprietary_format = ${made.proprietaryFormat}`)
    await insertFile(trx, made.file)
    if (made.preview) await insertFile(trx, made.preview)
    if (made.ar) await insertFile(trx, made.ar)
    return moveUpload(
      trx,
      processed,
      sql`, model_file_id = ${made.file.id}, preview_file_id = ${made.preview?.id ?? null},
        ar_file_id = ${made.ar?.id ?? null},
        facts = ${JSON.stringify(made.facts)}::jsonb,
        report = ${JSON.stringify(made.report)}::jsonb`,
    )
  })
}

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

/** Runs `work` if attempt and stage are current. A duplicate call waits for the row lock and then does nothing. */
function unlessLate(db: Db, { id, to, attempt }: Move, work: (trx: Db) => Promise<unknown>): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('uploads')
      .select(['stage', 'attempt'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row?.attempt !== attempt || !stagesBefore(to).includes(row.stage)) return false
    await work(trx)
    return true
  })
}

/** Restarts the current or last good stage as another attempt. */
async function driveUpload(
  db: Db,
  event: EventType,
  changes: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const moved = await sql`with moved as (
      update uploads set attempt = attempt + 1, version = version + 1, updated_at = now(), ${changes}
      where ${where}
      returning id, attempt, version),
    ${eventOfMoved(event)}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

/**
 * Queues a failed upload at its last good stage. Returns false if it has not failed.
 * @param options `isOwners`: the owner requests the retry, so it counts against the owner's queue limit
 * @throws ToileError TOO_MANY_IN_LINE
 */
export function retryUpload(db: Db, id: string, { isOwners = false }: { isOwners?: boolean } = {}): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockOwner(trx, 'uploads', id)
    const row = await trx
      .selectFrom('uploads')
      .select(['owner_id', 'kind', 'failed_from', 'attempt'])
      .where('id', '=', id)
      .where('stage', '=', 'failed')
      .executeTakeFirst()
    if (!row?.failed_from) return false
    if (isOwners) await assertRoomForUpload(trx, row.owner_id, row.kind)
    return driveUpload(
      trx,
      'upload.queued',
      sql`stage = failed_from, failed_from = null, failure = null, redrives = 0, admitted_at = null,
        turn = ${nextTurn('uploads', row.owner_id)}, stages = stages || ${stageEntry(row.failed_from)}`,
      sql`id = ${id} and stage = 'failed' and attempt = ${row.attempt}`,
    )
  })
}

export interface StuckUpload {
  id: string
  stage: UploadStage
  /** Whether the upload is ready to publish and a correction is to replace its files. */
  isCorrected: boolean
  attempt: number
  redrives: number
}

/** Admitted uploads and corrections without progress for `seconds`, oldest first. Waiting items are not stuck. */
export function stuckUploads(db: Db, { seconds, limit }: { seconds: number; limit: number }): Promise<StuckUpload[]> {
  return (
    db
      .selectFrom('uploads')
      .select(['id', 'stage', 'attempt', 'redrives', sql<boolean>`wanted_correction is not null`.as('isCorrected')])
      .where(
        sql<boolean>`(stage in ('upload', 'finished', 'processed') and received_at is not null or wanted_correction is not null)`,
      )
      .where('admitted_at', 'is not', null)
      // While an upload's video is pending or in processing, the sweep of stuck videos takes care of both.
      .where(
        sql<boolean>`not exists (select from videos where upload_id = uploads.id and status in ('pending', 'processing'))`,
      )
      .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
      .orderBy('updated_at')
      .limit(limit)
      .execute()
  )
}

/** Restarts an upload or correction, or fails it after `MAX_UPLOAD_RESTARTS`. */
export function redriveUpload(db: Db, stuck: StuckUpload): Promise<boolean> {
  const failure: StoredFailure = { code: 'PROCESSING_FAILED', params: {} }
  const isLast = stuck.redrives >= MAX_UPLOAD_RESTARTS
  if (stuck.isCorrected) return isLast ? failCorrection(db, stuck, failure) : redriveCorrection(db, stuck)
  if (isLast) return failUpload(db, stuck, failure)
  return driveUpload(
    db,
    eventOfStage[stuck.stage],
    sql`redrives = redrives + 1`,
    sql`id = ${stuck.id} and stage = ${stuck.stage} and attempt = ${stuck.attempt}`,
  )
}
