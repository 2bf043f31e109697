import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { ModelFacts } from '@toile/contracts/models/models'
import type { Hotspot } from '@toile/contracts/works/works'
import type { Db } from '../client.js'
import { numberCursor, pageOf, type Page } from '../cursors.js'

export interface VersionWords {
  title: string
  intro: string
  hotspots: Hotspot[]
}

/** Stores the work as its next version. The caller's transaction must already have locked or changed the work's row. */
export async function insertWorkVersion(
  trx: Db,
  workId: string,
): Promise<VersionWords & { id: string; number: number }> {
  // Keeps reprocessing from replacing the images' files until this version, which references them, is committed.
  await sql`select id from images where id = any((select cover_id || image_ids from works where id = ${workId})::uuid[])
    order by id for share`.execute(trx)
  const { rows } = await sql<VersionWords & { id: string; number: number }>`
    insert into work_versions (id, work_id, number, title, intro, categories, tags, upload_id,
      video_upload_id, original_file_id, model_file_id, cover_id, image_ids, picture_file_ids, hotspots)
    select ${newId()}::uuid, w.id, coalesce((select max(number) from work_versions where work_id = w.id), 0) + 1,
      w.title, w.intro, w.categories, w.tags, w.upload_id, w.video_upload_id, u.original_file_id, u.model_file_id,
      w.cover_id, w.image_ids, array(select ${largestFile} from unnest(w.cover_id || w.image_ids)
        with ordinality as shown (image_id, place) order by place), w.hotspots
    from works w left join uploads u on u.id = w.upload_id where w.id = ${workId}
    returning id, number, title, intro, hotspots`.execute(trx)
  return rows[0]!
}

/** File of the largest variant of the image `shown.image_id`, or the image's original file if it has no variants. */
const largestFile = sql`coalesce(
  (select file_id from image_variants v where v.image_id = shown.image_id order by v.width desc, v.format limit 1),
  (select original_file_id from images i where i.id = shown.image_id))`

export interface VersionRow {
  id: string
  number: number
  uploadId: string | null
  modelFileId: string | null
  modelBytes: number | null
  modelPublic: boolean | null
  originalBytes: number | null
  facts: ModelFacts | null
  createdAt: Date
}

/** A work's first version and those that changed its model, newest first. */
export async function listVersions(
  db: Db,
  { workId, limit, cursor }: { workId: string; limit: number; cursor?: string | undefined },
): Promise<Page<VersionRow>> {
  const before = numberCursor(cursor)
  // Raw SQL, because the builder has no named windows.
  const found = await sql<VersionRow>`
    select v.id, number, v.upload_id as "uploadId", v.model_file_id as "modelFileId", f.bytes as "modelBytes",
      f.public as "modelPublic", o.bytes as "originalBytes", u.facts, v.created_at as "createdAt"
    from (select *, lag(upload_id) over by_number as former, lag(number) over by_number is null as first
      from work_versions where work_id = ${workId} window by_number as (order by number)) v
    left join files f on f.id = v.model_file_id
    left join files o on o.id = v.original_file_id
    left join uploads u on u.id = v.upload_id
    where (first or upload_id is distinct from former) and number < ${before?.value ?? 1_000_000_000}
    order by number desc limit ${limit + 1}`.execute(db)
  return pageOf(found.rows, limit, (row) => [row.number, row.id])
}

export function findOriginal(
  db: Db,
  workId: string,
): Promise<{ id: string; bytes: number; filename: string } | undefined> {
  return db
    .selectFrom('works')
    .innerJoin('uploads', 'uploads.id', 'works.upload_id')
    .innerJoin('files', 'files.id', 'uploads.original_file_id')
    .select(['files.id', 'files.bytes', 'uploads.filename'])
    .where('works.id', '=', workId)
    .where('files.state', '<>', 'deleted')
    .executeTakeFirst()
}
