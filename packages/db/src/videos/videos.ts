import { sql } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { VideoStatus } from '@toile/contracts/videos/videos.constants'
import type { Db } from '../client.js'
import type { StoredStoryboard } from '../schema/videos.js'

interface StoredRendition {
  name: string
  width: number
  height: number
  fileId: string
  bytes: number
  public: boolean
}

export interface VideoRow {
  id: string
  owner_id: string
  upload_id: string
  status: VideoStatus
  /** Upright; 0 while it is not known. */
  width: number
  height: number
  duration_seconds: number
  has_audio: boolean
  storyboard: StoredStoryboard | null
  storyboard_file_id: string | null
  storyboard_public: boolean | null
  attempt: number
  failure: StoredFailure | null
  version: number
  updated_at: Date
  /** The smallest first. */
  renditions: StoredRendition[]
}

const selectVideos = (db: Db) =>
  db
    .selectFrom('videos')
    .leftJoin('files as board', 'board.id', 'storyboard_file_id')
    .select([
      'videos.id',
      'videos.owner_id',
      'upload_id',
      'status',
      'width',
      'height',
      'duration_seconds',
      'has_audio',
      'storyboard',
      'storyboard_file_id',
      'board.public as storyboard_public',
      'attempt',
      'failure',
      'version',
      'updated_at',
      sql<StoredRendition[]>`(select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'width', r.width,
          'height', r.height, 'fileId', r.file_id, 'bytes', f.bytes, 'public', f.public) order by r.width), '[]')
        from video_renditions r join files f on f.id = r.file_id where r.video_id = videos.id)`.as('renditions'),
    ])

/** These videos, in no order. */
export function findVideos(db: Db, ids: readonly string[]): Promise<VideoRow[]> {
  return selectVideos(db)
    .where(sql<boolean>`videos.id = any(${ids}::uuid[])`)
    .execute()
}

/** The videos of these uploads, in no order. */
export function videosOfUploads(db: Db, uploadIds: readonly string[]): Promise<VideoRow[]> {
  return selectVideos(db)
    .where(sql<boolean>`videos.upload_id = any(${uploadIds}::uuid[])`)
    .execute()
}

export async function videoOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('videos').select('owner_id').where('id', '=', id).executeTakeFirst()
  return row?.owner_id
}

export interface VideoJob {
  id: string
  owner_id: string
  status: VideoStatus
  attempt: number
  upload_id: string
  upload_attempt: number
  upload_stage: UploadStage
  upload_version: number
  /** Storage key of the video as it was sent. */
  original_key: string
  /** What an earlier try has made already, the smallest first. */
  renditions: { name: string; key: string }[]
  hasPoster: boolean
}

/** What the worker needs of a video. */
export function findVideoJob(db: Db, id: string): Promise<VideoJob | undefined> {
  return db
    .selectFrom('videos')
    .innerJoin('uploads', 'uploads.id', 'videos.upload_id')
    .innerJoin('files', 'files.id', 'uploads.original_file_id')
    .select([
      'videos.id',
      'videos.owner_id',
      'videos.status',
      'videos.attempt',
      'videos.upload_id',
      'uploads.attempt as upload_attempt',
      'uploads.stage as upload_stage',
      'uploads.version as upload_version',
      'files.key as original_key',
      sql<VideoJob['renditions']>`(select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'key', f.key)
          order by r.width), '[]')
        from video_renditions r join files f on f.id = r.file_id where r.video_id = videos.id)`.as('renditions'),
      sql<boolean>`exists (select from images where images.upload_id = videos.upload_id and purpose = 'inline')`.as(
        'hasPoster',
      ),
    ])
    .where('videos.id', '=', id)
    .executeTakeFirst()
}

/** Whether this attempt at a video still counts: it was not deleted, and no later attempt took over. */
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
