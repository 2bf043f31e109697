import { sql } from 'kysely'
import type { ModelFacts } from '@toile/contracts/models/models'
import type { ProprietaryFormat } from '@toile/contracts/models/models.constants'
import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Hotspot } from '@toile/contracts/works/works'
import type { Visibility, WorkState } from '@toile/contracts/works/works.constants'
import { builtOnce } from '../memoize-query.js'
import type { Db } from '../client.js'
import { idCursor, pageOf, type Page } from '../cursors.js'

export interface WorkRow {
  id: string
  owner_id: string
  title: string
  intro: string
  categories: string[]
  tags: string[]
  visibility: Visibility
  state: WorkState
  cover_id: string | null
  upload_id: string | null
  video_upload_id: string | null
  released_at: Date | null
  hotspots: Hotspot[]
  image_ids: string[]
  downloadable: boolean
  hidden_at: Date | null
  hidden_reason: string | null
  featured_at: Date | null
  version: number
  created_at: Date
  username: string
  nickname: string
  avatar_id: string | null
  likes: number
  comments: number
  views: number
  model_file_id: string | null
  model_bytes: number | null
  model_public: boolean | null
  preview_file_id: string | null
  preview_bytes: number | null
  preview_public: boolean | null
  ar_file_id: string | null
  ar_bytes: number | null
  ar_public: boolean | null
  closed_format: ProprietaryFormat | null
  original_file_id: string | null
  original_bytes: number | null
  original_public: boolean | null
  facts: ModelFacts | null
  upload_stage: UploadStage | null
  video_stage: UploadStage | null
}

/** Works with all that their view needs. */
export const selectWorks = builtOnce((db) =>
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
      'works.owner_id',
      'title',
      'intro',
      'categories',
      'tags',
      'visibility',
      'works.state',
      'cover_id',
      'upload_id',
      'video_upload_id',
      'released_at',
      'hotspots',
      'image_ids',
      'downloadable',
      'works.hidden_at',
      'works.hidden_reason',
      'works.featured_at',
      'works.version',
      'works.created_at',
      'users.username',
      'users.nickname',
      'users.avatar_id',
      'likes',
      'comments',
      'views',
      'uploads.model_file_id',
      'model.bytes as model_bytes',
      'model.public as model_public',
      'uploads.preview_file_id',
      'preview.bytes as preview_bytes',
      'preview.public as preview_public',
      'uploads.ar_file_id',
      'ar.bytes as ar_bytes',
      'ar.public as ar_public',
      'uploads.closed_format',
      'uploads.original_file_id',
      'original.bytes as original_bytes',
      'original.public as original_public',
      'uploads.facts',
      'uploads.stage as upload_stage',
      'video.stage as video_stage',
    ]),
)

export function findWork(db: Db, id: string): Promise<WorkRow | undefined> {
  return selectWorks(db).where('works.id', '=', id).executeTakeFirst()
}

/** These works, in no order. */
export function findWorks(db: Db, ids: readonly string[]): Promise<WorkRow[]> {
  return selectWorks(db)
    .where(sql<boolean>`works.id = any(${ids}::uuid[])`)
    .execute()
}

/** The work that each of these uploads is part of, as a model or as a video; it is part of one at most. */
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

/** Works of one person, of one state or of all, the newest first. */
export async function listOwnWorks(
  db: Db,
  {
    ownerId,
    state,
    limit,
    cursor,
  }: { ownerId: string; state?: WorkState | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<WorkRow>> {
  const before = idCursor(cursor)
  let query = selectWorks(db).where('works.owner_id', '=', ownerId)
  if (state) query = query.where('works.state', '=', state)
  if (before) query = query.where('works.id', '<', before)
  const rows = await query
    .orderBy('works.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => [row.id])
}
