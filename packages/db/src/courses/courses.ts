import { sql, type InferResult } from 'kysely'
import type { Db } from '../client.js'
import { pageByTime, type Page, type PageQuery } from '../cursors.js'

interface SeenCourse {
  videoId: string
  seconds: number
  watched: number
  at: string
}

const selectCourses = (db: Db, readerId: string | undefined) =>
  db.selectFrom('courses').select([
    'courses.id',
    'title',
    'description',
    'image_ids as imageIds',
    'cover_id as coverId',
    'published_at as publishedAt',
    'version',
    sql<string[]>`(select coalesce(jsonb_agg(v.upload_id order by l.place), '[]')
        from course_videos l join videos v on v.id = l.video_id where l.course_id = courses.id)`.as('uploadIds'),
    sql<number>`(select coalesce(sum(v.duration_seconds), 0)::float8
        from course_videos l join videos v on v.id = l.video_id where l.course_id = courses.id)`.as('durationSeconds'),
    sql<SeenCourse | null>`(select jsonb_build_object('videoId', p.video_id, 'seconds', p.seconds, 'at', p.at,
          'watched', count(p.watched_at) over ())
        from video_progress p join course_videos l on l.video_id = p.video_id
        where p.user_id = ${readerId ?? null} and l.course_id = courses.id order by p.at desc limit 1)`.as('seen'),
  ])

export type CourseRow = InferResult<ReturnType<typeof selectCourses>>[number]

export async function listCourses(
  db: Db,
  list: PageQuery & { readerId: string | undefined },
): Promise<Page<CourseRow>> {
  const query = selectCourses(db, list.readerId).where('published_at', 'is not', null)
  return pageByTime(query, { at: 'published_at', id: 'courses.id', timeOf: (row) => row.publishedAt! }, list)
}

/** Published courses that the user has started, most recently watched first. */
export async function listBegunCourses(db: Db, list: PageQuery & { readerId: string }): Promise<Page<CourseRow>> {
  // Truncated to milliseconds, because the cursor has no finer precision.
  const begun = sql<{ course_id: string; at: Date }>`(select l.course_id, date_trunc('milliseconds', max(p.at)) as at
    from video_progress p join course_videos l on l.video_id = p.video_id where p.user_id = ${list.readerId}
    group by l.course_id)`
  const query = selectCourses(db, list.readerId)
    .innerJoin(begun.as('begun'), (join) => join.onRef('begun.course_id', '=', 'courses.id'))
    .select('begun.at as begunAt')
    .where('published_at', 'is not', null)
  return pageByTime(query, { at: 'begun.at', id: 'courses.id', timeOf: (row) => row.begunAt }, list)
}

export function findCourse(db: Db, id: string, readerId?: string) {
  return selectCourses(db, readerId).where('courses.id', '=', id).executeTakeFirst()
}

export type LessonRow = Awaited<ReturnType<typeof listLessons>>[number]

interface Captions {
  language: string
  label: string
  fileId: string
  cues: number
  public: boolean
}

export function listLessons(db: Db, courseId: string, readerId?: string) {
  return db
    .selectFrom('course_videos')
    .innerJoin('videos', 'videos.id', 'video_id')
    .select([
      'video_id as videoId',
      'course_id as courseId',
      'upload_id as uploadId',
      'place',
      'title',
      'description',
      'image_ids as imageIds',
      'chapters',
      'comments',
      'duration_seconds as durationSeconds',
      sql<Captions[]>`(select coalesce(jsonb_agg(jsonb_build_object('language', t.language,
          'label', t.label, 'fileId', t.file_id, 'cues', t.cues, 'public', f.public) order by t.language), '[]')
        from captions t join files f on f.id = t.file_id where t.video_id = course_videos.video_id)`.as('captions'),
      sql<{
        seconds: number
        watched: boolean
        at: string
      } | null>`(select jsonb_build_object('seconds', p.seconds, 'watched', p.watched_at is not null,
          'at', p.at)
        from video_progress p where p.user_id = ${readerId ?? null} and p.video_id = course_videos.video_id)`.as(
        'seen',
      ),
    ])
    .where('course_id', '=', courseId)
    .orderBy('place')
    .execute()
}

export function findPublishedVideo(db: Db, videoId: string) {
  return db
    .selectFrom('course_videos')
    .innerJoin('courses', 'courses.id', 'course_id')
    .select('course_id as courseId')
    .where('video_id', '=', videoId)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
}
