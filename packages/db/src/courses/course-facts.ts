import { sql } from 'kysely'
import type { Db } from '../client.js'

/** State of a course or one of its videos for the audit log. */
export type CourseFacts = Record<string, string | number | boolean | string[] | null>

/** Locks the course until the transaction ends. */
export async function courseFacts(trx: Db, id: string): Promise<CourseFacts | undefined> {
  const { rows } = await sql<CourseFacts>`select title, description, cover_id as "coverId",
      published_at is not null as published,
      array(select l.title from course_videos l where l.course_id = courses.id order by l.place) as videos
    from courses where id = ${id} for no key update`.execute(trx)
  return rows[0]
}

/** Locks the video's course until the transaction ends. */
export async function lessonFacts(trx: Db, courseId: string, videoId: string): Promise<CourseFacts | undefined> {
  await sql`select from courses where id = ${courseId} for no key update`.execute(trx)
  const { rows } = await sql<CourseFacts>`select title as video, description,
      array(select format('%s s: %s', c ->> 'seconds', c ->> 'title') from jsonb_array_elements(chapters) c) as chapters,
      array(select trim(format('%s %s', t.language, t.label)) from captions t where t.video_id = l.video_id
        order by t.language) as captions
    from course_videos l where video_id = ${videoId} and course_id = ${courseId}`.execute(trx)
  return rows[0]
}
