import { sql } from 'kysely'
import type { backstageStates } from '@toile/contracts/courses/courses.constants'
import { contains, type Table } from '../table.js'
import type { CourseRow } from './courses.js'

export interface BackstageCourseRow extends CourseRow {
  updatedAt: Date
  learners: number
  finished: number
}

export type BackstageState = (typeof backstageStates)[number]
export const inState = (state: BackstageState) =>
  state === 'published' ? sql`published_at is not null` : sql`published_at is null`

const numbers = sql`lateral (select coalesce(jsonb_agg(v.upload_id order by l.place), '[]') as upload_ids,
    coalesce(sum(v.duration_seconds), 0)::float8 as duration_seconds, count(*)::int as videos
  from course_videos l join videos v on v.id = l.video_id where l.course_id = courses.id) n`
/** How many users started the course, and how many watched all its videos. */
const people = sql`lateral (select count(*)::int as learners,
    count(*) filter (where watched = n.videos)::int as finished
  from (select count(p.watched_at) as watched
    from video_progress p join course_videos l on l.video_id = p.video_id
    where l.course_id = courses.id group by p.user_id) one) p`

export const coursesTable: Table<'courses'> = {
  select: sql`courses.id, title, description, image_ids as "imageIds", cover_id as "coverId",
    published_at as "publishedAt", version, updated_at as "updatedAt", upload_ids as "uploadIds",
    duration_seconds as "durationSeconds", videos, learners, finished, null as seen`,
  from: sql`courses cross join ${numbers} cross join ${people}`,
  id: sql`courses.id`,
  sort: {
    title: sql`lower(title)`,
    videos: sql`videos`,
    durationSeconds: sql`duration_seconds`,
    learners: sql`learners`,
    finished: sql`finished::float8 / nullif(learners, 0)`,
    publishedAt: sql`published_at`,
    updatedAt: sql`updated_at`,
  },
  file: {
    title: 'title',
    videos: sql`jsonb_array_length(listed."uploadIds")`,
    durationSeconds: 'durationSeconds',
    learners: 'learners',
    finished: 'finished',
    publishedAt: 'publishedAt',
    updatedAt: 'updatedAt',
  },
  first: { sort: 'updatedAt', order: 'desc' },
  where: ({ q, state }) => [...(q ? [contains(q, sql`title`)] : []), ...(state ? [inState(state)] : [])],
}
