import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/reactions'
import type { StoredFailure } from '@toile/contracts/failures'
import type { ModelCorrection } from '@toile/contracts/models/models'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { shownAmong } from '../image-references.js'
import { insertFile } from '../files/files.js'
import { insertPreview, type NewPreview } from '../images/images-transitions.js'
import { lockOwner, nextTurn } from '../files/admission-queues.js'
import { showFilesOf } from '../works/shown-files.js'
import type { PreparedModel } from './uploads-transitions.js'

// Reprocesses models that are ready to publish. The existing files stay in use meanwhile.

interface Attempt {
  id: string
  attempt: number
}

/** Changes the matching row and writes an event. Returns whether a row matched. */
async function change(db: Db, type: EventType, changes: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  const moved = await sql`with moved as (
      update uploads set version = version + 1, updated_at = now(), ${changes} where ${where}
      returning id, attempt, version),
    ${eventOfMoved(type)}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

const isModelAtRest = (id: string) => sql`id = ${id} and stage = 'ready_to_publish' and model_file_id is not null`

/** Requests new files; the latest request wins. Returns false unless the upload is a ready, readable model. */
export function requestModelReprocessing(db: Db, id: string): Promise<boolean> {
  return change(db, 'upload.remake', sql`attempt = attempt + 1`, isModelAtRest(id))
}

/** Queues a correction; the last call wins. Returns false unless the upload is a ready, readable model. */
export function correctUpload(db: Db, id: string, correction: ModelCorrection): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const ownerId = await lockOwner(trx, 'uploads', id)
    if (!ownerId) return false
    const changes = sql`attempt = attempt + 1, redrives = 0, correction_failure = null,
      wanted_correction = ${JSON.stringify(correction)}::jsonb, admitted_at = null, turn = ${nextTurn('uploads', ownerId)}`
    return change(trx, 'upload.queued', changes, isModelAtRest(id))
  })
}

const isWanted = ({ id, attempt }: Attempt) =>
  sql`id = ${id} and attempt = ${attempt} and wanted_correction is not null`

export function redriveCorrection(db: Db, stuck: Attempt): Promise<boolean> {
  return change(db, 'upload.remake', sql`attempt = attempt + 1, redrives = redrives + 1`, isWanted(stuck))
}

/** Ends a correction with a failure; the existing files stay. Returns false for an outdated attempt. */
export function failCorrection(db: Db, late: Attempt, { code, params }: StoredFailure): Promise<boolean> {
  const failure = JSON.stringify({ code, params })
  const changes = sql`attempt = attempt + 1, wanted_correction = null, correction_failure = ${failure}::jsonb`
  return change(db, 'upload.remade', changes, isWanted(late))
}

export interface Corrected {
  pictures: readonly NewPreview[]
  /** Matrix rows that transform points and directions; undefined if nothing moves. */
  moves: { point: Rows; direction: Rows } | undefined
}
type Rows = readonly (readonly number[])[]

/**
 * Replaces the model's files and, for a correction, its images. The new files are public if a published work shows
 * them. Old files that a version of the work still uses are kept. Returns false for an outdated attempt.
 */
export function swapModel(
  db: Db,
  { id, attempt }: Attempt,
  made: PreparedModel,
  corrected?: Corrected,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Publishing takes the same lock. Either publishing waits and sees the new files, or this call waits and sees the
    // published work.
    await sql`select id from works where upload_id = ${id} for no key update`.execute(trx)
    const { rows } = await sql<{
      files: string[]
    }>`select array_remove(array[model_file_id, preview_file_id, ar_file_id], null)
        as files from uploads
      where id = ${id} and attempt = ${attempt} and stage = 'ready_to_publish' for no key update`.execute(trx)
    if (!rows[0]) return false
    for (const file of [made.file, made.preview, made.ar]) if (file) await insertFile(trx, file)
    // Raises the attempt, so that a second delivery of the same job is outdated and replaces nothing.
    const changes = sql`attempt = attempt + 1, model_file_id = ${made.file.id},
      preview_file_id = ${made.preview?.id ?? null}, ar_file_id = ${made.ar?.id ?? null},
      facts = ${JSON.stringify(made.facts)}::jsonb, report = ${JSON.stringify(made.report)}::jsonb,
      correction = coalesce(wanted_correction, correction), wanted_correction = null`
    await change(trx, 'upload.remade', changes, sql`id = ${id}`)
    await sql`update files set state = 'deleted', public = false where id = any(${rows[0].files}::uuid[])
      and not exists (select from work_versions where model_file_id = files.id)`.execute(trx)
    const replaced = corrected ? await swapPictures(trx, id, corrected.pictures) : []
    if (corrected?.moves) await movePoints(trx, id, corrected.moves)
    await showFilesOf(trx, { uploads: [id], images: replaced })
    return true
  })
}

/** Keeps rows and files of old images that are still shown, mainly by work versions. @returns ids of all old images */
async function swapPictures(trx: Db, uploadId: string, pictures: readonly NewPreview[]): Promise<string[]> {
  const { rows: old } = await sql<{ id: string; successor: string | null }>`
    update images set upload_id = null from (select p.id, q.id as successor from images p
        left join jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as q (id uuid, purpose text, angle text)
          on q.purpose = p.purpose and q.angle is not distinct from p.angle
        where p.upload_id = ${uploadId}) as successors
    where images.id = successors.id returning images.id, successor`.execute(trx)
  for (const picture of pictures) await insertPreview(trx, picture)
  for (const { id, successor } of old)
    if (successor)
      await sql`update works set cover_id = case cover_id when ${id} then ${successor}::uuid else cover_id end,
          image_ids = array_replace(image_ids, ${id}::uuid, ${successor}::uuid), version = version + 1, updated_at = now()
        where owner_id = (select owner_id from images where id = ${id}) and (cover_id = ${id} or ${id} = any(image_ids))`.execute(
        trx,
      )
  const replaced = old.map(({ id }) => id)
  const shown = [...(await shownAmong(trx, replaced))]
  await sql`with gone as (
      delete from images where id = any(${replaced}::uuid[]) and id <> all(${shown}::uuid[]) returning id)
    update files set state = 'deleted', public = false
    where id in (select file_id from image_variants where image_id in (select id from gone))`.execute(trx)
  return replaced
}

async function movePoints(trx: Db, uploadId: string, { point, direction }: NonNullable<Corrected['moves']>) {
  const moved = (place: RawBuilder<unknown>) =>
    sql`${place} || jsonb_build_object('point', ${times(point, sql`${place} -> 'point'`)},
      'normal', ${times(direction, sql`${place} -> 'normal'`)})`
  await sql`update works set version = version + 1, updated_at = now(),
      hotspots = (select jsonb_agg(${moved(sql`h`)} order by n) from jsonb_array_elements(hotspots) with ordinality e (h, n))
    where upload_id = ${uploadId} and hotspots <> '[]'`.execute(trx)
  await sql`update comments set pin = ${moved(sql`pin`)}
    where work_id = (select id from works where upload_id = ${uploadId}) and pin ? 'point'`.execute(trx)
}

/** Matrix times a JSON array of three numbers. */
function times(rows: Rows, triple: RawBuilder<unknown>): RawBuilder<unknown> {
  const sums = rows.map((row) =>
    sql.join(
      row.map((factor, i) => sql`${factor}::float8 * (${triple} -> ${sql.lit(i)})::float8`),
      sql` + `,
    ),
  )
  return sql`jsonb_build_array(${sql.join(sums)})`
}
