import type { Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { VideoStatus } from '@toile/contracts/videos/videos.constants'
import type { Json } from './json.js'

/** How the moments of a storyboard lie in its picture: the contract's Storyboard without the link. */
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
  /** Upright; 0 while it is not known. */
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
  /** When its turn came; null while it waits in line. */
  admitted_at: Date | null
  /** Its place in the order of the line, see db/files/admission-queues.ts. */
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

/** Videos in their sizes, with captions. */
export interface VideosTables {
  videos: Videos
  video_renditions: VideoRenditions
  captions: CaptionsTable
}
