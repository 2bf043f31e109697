import type { ColumnType, Generated } from 'kysely'
import type { Chapter } from '@toile/contracts/courses/courses'

interface Courses {
  id: string
  title: Generated<string>
  description: Generated<string>
  /** Pictures within the description. */
  image_ids: Generated<string[]>
  cover_id: string | null
  /** Null while only administrators see it. */
  published_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface CourseVideos {
  video_id: string
  course_id: string
  /** Order within the course. */
  place: number
  title: string
  description: Generated<string>
  /** Pictures within the description. */
  image_ids: Generated<string[]>
  chapters: ColumnType<Chapter[], string | undefined, string>
  /** Comments and answers that are not deleted. */
  comments: Generated<number>
  created_at: Generated<Date>
}

interface VideoProgress {
  user_id: string
  video_id: string
  seconds: number
  /** When it had been watched for the first time. */
  watched_at: Date | null
  /** When they were there. */
  at: Date
}

/** Courses, their lessons, and how far people came. */
export interface CoursesTables {
  courses: Courses
  course_videos: CourseVideos
  video_progress: VideoProgress
}
