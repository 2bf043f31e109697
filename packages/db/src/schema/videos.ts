import type { Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { VideoStatus } from '@toile/contracts/videos/videos.constants'
import type { Json } from './json.js'

/** The contract's Storyboard without its URL. */
export interface StoredStoryboard {
  columns: number
  count: number
  width: number
  height: number
  secondsApart: number
}

interface Videos {
  id: string
  owner_id: string
  upload_id: string
  status: Generated<VideoStatus>
  /** Size as displayed, after rotation; 0 while unknown. */
  width: Generated<number>
  height: Generated<number>
  duration_seconds: Generated<number>
  has_audio: Generated<boolean>
  storyboard: Json<StoredStoryboard | null>
  storyboard_file_id: string | null
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  /** Null while the video waits in the admission queue. */
  admitted_at: Date | null
  /** Orders the admission queue, see db/files/admission-queues.ts. */
  turn: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface VideoRenditions {
  video_id: string
  name: string
  width: number
  height: number
  file_id: string
}

interface CaptionsTable {
  video_id: string
  language: string
  label: string
  cues: number
  file_id: string
}

export interface VideosTables {
  videos: Videos
  video_renditions: VideoRenditions
  captions: CaptionsTable
}
