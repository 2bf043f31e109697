import type { ColumnType, Generated } from 'kysely'
import type { Chapter } from '@toile/contracts/courses/courses'

interface Courses {
  id: string
  title: Generated<string>
  description: Generated<string>
  /** Images in the description. */
  image_ids: Generated<string[]>
  cover_id: string | null
  /** Null for a course that only administrators see. */
  published_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface CourseVideos {
  video_id: string
  course_id: string
  place: number
  title: string
  description: Generated<string>
  /** Images in the description. */
  image_ids: Generated<string[]>
  chapters: ColumnType<Chapter[], string | undefined, string>
  /** Comments and replies that are neither deleted nor hidden. */
  comments: Generated<number>
  created_at: Generated<Date>
}

interface VideoProgress {
  user_id: string
  video_id: string
  seconds: number
  /** When the user first reached the share `WATCHED_SHARE` of the video. */
  watched_at: Date | null
  at: Date
}

export interface CoursesTables {
  courses: Courses
  course_videos: CourseVideos
  video_progress: VideoProgress
}
