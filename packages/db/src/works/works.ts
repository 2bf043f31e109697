import { sql, type InferResult } from 'kysely'
import type { WorkState } from '@toile/contracts/works/works.constants'
import { builtOnce } from '../memoize-query.js'
import type { Db } from '../client.js'
import { pageById, type Page, type PageQuery } from '../cursors.js'
import { selectCards, type WorkCardRow } from './work-cards.js'

const selectWorks = builtOnce((db) =>
  db
    .selectFrom('works')
    .innerJoin('users', 'users.id', 'works.owner_id')
    .innerJoin('work_counters', 'work_counters.work_id', 'works.id')
    .leftJoin('uploads', 'uploads.id', 'works.upload_id')
    .leftJoin('uploads as video', 'video.id', 'works.video_upload_id')
    .leftJoin('files as model', 'model.id', 'uploads.model_file_id')
    .leftJoin('files as preview', 'preview.id', 'uploads.preview_file_id')
    .leftJoin('files as ar', 'ar.id', 'uploads.ar_file_id')
    .leftJoin('files as original', 'original.id', 'uploads.original_file_id')
    .select([
      'works.id',
      'works.owner_id as ownerId',
      'title',
      'intro',
      'categories',
      'tags',
      'visibility',
      'works.state',
      'cover_id as coverId',
      'upload_id as uploadId',
      'video_upload_id as videoUploadId',
      'released_at as releasedAt',
      'hotspots',
      'image_ids as imageIds',
      'downloadable',
      'works.hidden_at as hiddenAt',
      'works.hidden_reason as hiddenReason',
      'works.featured_at as featuredAt',
      'works.version',
      'works.created_at as createdAt',
      'users.username',
      'users.nickname',
      'users.avatar_id as avatarId',
      'likes',
      'comments',
      'views',
      'uploads.model_file_id as modelFileId',
      'model.bytes as modelBytes',
      'model.public as modelPublic',
      'uploads.preview_file_id as previewFileId',
      'preview.bytes as previewBytes',
      'preview.public as previewPublic',
      'uploads.ar_file_id as arFileId',
      'ar.bytes as arBytes',
      'ar.public as arPublic',
      'uploads.proprietary_format as proprietaryFormat',
      'uploads.original_file_id as originalFileId',
      'original.bytes as originalBytes',
      'original.public as originalPublic',
      'uploads.facts',
      'uploads.stage as uploadStage',
      'video.stage as videoStage',
    ]),
)

export type WorkRow = InferResult<ReturnType<typeof selectWorks>>[number]

export function findWork(db: Db, id: string): Promise<WorkRow | undefined> {
  return selectWorks(db).where('works.id', '=', id).executeTakeFirst()
}

export function findWorks(db: Db, ids: readonly string[]): Promise<WorkRow[]> {
  return selectWorks(db)
    .where(sql<boolean>`works.id = any(${ids}::uuid[])`)
    .execute()
}

/** Maps uploads to the works that use them as model or video, both as ids. At most one work uses an upload. */
export async function worksOfUploads(db: Db, uploadIds: readonly string[]): Promise<Map<string, string>> {
  const ids = sql`any(${uploadIds}::uuid[])`
  const rows = await db
    .selectFrom('works')
    .select(['id', 'upload_id', 'video_upload_id'])
    .where(sql<boolean>`(upload_id = ${ids} or video_upload_id = ${ids})`)
    .execute()
  return new Map(
    rows.flatMap(({ id, ...uploads }) => Object.values(uploads).flatMap((upload) => (upload ? [[upload, id]] : []))),
  )
}

export async function workOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('works').select('owner_id').where('id', '=', id).executeTakeFirst()
  return row?.owner_id
}

export async function listOwnWorks(
  db: Db,
  { ownerId, state, ...page }: PageQuery & { ownerId: string; state?: WorkState | undefined },
): Promise<Page<WorkCardRow>> {
  let query = selectCards(db, ownerId).where('works.owner_id', '=', ownerId)
  if (state) query = query.where('works.state', '=', state)
  return pageById(query, 'works.id', page)
}
