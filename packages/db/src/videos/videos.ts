import { sql, type InferResult } from 'kysely'
import type { Db } from '../client.js'

interface StoredRendition {
  name: string
  width: number
  height: number
  fileId: string
  bytes: number
  public: boolean
}

const selectVideos = (db: Db) =>
  db
    .selectFrom('videos')
    .leftJoin('files as board', 'board.id', 'storyboard_file_id')
    .select([
      'videos.id',
      'videos.owner_id as ownerId',
      'upload_id as uploadId',
      'status',
      // Size in pixels as displayed, after rotation; 0 until it is known.
      'width',
      'height',
      'duration_seconds as durationSeconds',
      'has_audio as hasAudio',
      'storyboard',
      'storyboard_file_id as storyboardFileId',
      'board.public as storyboardPublic',
      'attempt',
      'failure',
      'version',
      'updated_at as updatedAt',
      sql<StoredRendition[]>`(select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'width', r.width,
          'height', r.height, 'fileId', r.file_id, 'bytes', f.bytes, 'public', f.public) order by r.width), '[]')
        from video_renditions r join files f on f.id = r.file_id where r.video_id = videos.id)`.as('renditions'),
    ])

export type VideoRow = InferResult<ReturnType<typeof selectVideos>>[number]

export function findVideos(db: Db, ids: readonly string[]): Promise<VideoRow[]> {
  return selectVideos(db)
    .where(sql<boolean>`videos.id = any(${ids}::uuid[])`)
    .execute()
}

export function videosOfUploads(db: Db, uploadIds: readonly string[]): Promise<VideoRow[]> {
  return selectVideos(db)
    .where(sql<boolean>`videos.upload_id = any(${uploadIds}::uuid[])`)
    .execute()
}

export async function videoOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('videos').select('owner_id').where('id', '=', id).executeTakeFirst()
  return row?.owner_id
}

export function findVideoJob(db: Db, id: string) {
  return db
    .selectFrom('videos')
    .innerJoin('uploads', 'uploads.id', 'videos.upload_id')
    .innerJoin('files', 'files.id', 'uploads.original_file_id')
    .select([
      'videos.id',
      'videos.owner_id as ownerId',
      'videos.status',
      'videos.attempt',
      'videos.upload_id as uploadId',
      'uploads.attempt as uploadAttempt',
      'uploads.stage as uploadStage',
      'uploads.version as uploadVersion',
      'files.key as originalKey',
      // Renditions that earlier runs of the job have stored, smallest first.
      sql<{ name: string; key: string }[]>`(select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'key', f.key)
          order by r.width), '[]')
        from video_renditions r join files f on f.id = r.file_id where r.video_id = videos.id)`.as('renditions'),
      sql<boolean>`exists (select from images where images.upload_id = videos.upload_id and purpose = 'inline')`.as(
        'hasPoster',
      ),
    ])
    .where('videos.id', '=', id)
    .executeTakeFirst()
}

export type VideoJob = NonNullable<Awaited<ReturnType<typeof findVideoJob>>>

export async function isVideoWanted(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  return row !== undefined
}
