import { sql } from 'kysely'
import type { Chapter } from '@toile/contracts/courses/courses'
import { inTransaction, type Db } from '../client.js'
import { insertFile, type NewFile } from '../files/files.js'
import { showFilesOf } from '../works/shown-files.js'

// Changes to an existing course must run in change(), which also updates which of the course's files are public.

export interface CourseFields {
  title?: string | undefined
  description?: string | undefined
  image_ids?: string[] | undefined
  cover_id?: string | null | undefined
}

export async function insertCourse(db: Db, id: string, fields: CourseFields): Promise<void> {
  await db
    .insertInto('courses')
    .values({ id, ...fields })
    .execute()
}

export interface LessonFields {
  title?: string | undefined
  description?: string | undefined
  image_ids?: string[] | undefined
  chapters?: readonly Chapter[] | undefined
}

export function updateCourse(db: Db, id: string, fields: CourseFields): Promise<boolean> {
  return change(db, id, async (trx) => {
    await trx
      .updateTable('courses')
      .set({ ...fields, ...touched })
      .where('id', '=', id)
      .execute()
  })
}

const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

/** Publishes or withdraws a course. Returns false if there is no such course or nothing changes. */
export function showCourse(db: Db, id: string, isShown: boolean): Promise<boolean> {
  // Truncated to milliseconds, because the list's cursor has no finer precision.
  const at = isShown ? sql<Date>`date_trunc('milliseconds', now())` : null
  return change(db, id, async (trx) => {
    const moved = await trx
      .updateTable('courses')
      .set({ published_at: at, ...touched })
      .where('id', '=', id)
      .where('published_at', isShown ? 'is' : 'is not', null)
      .executeTakeFirst()
    return moved.numUpdatedRows === 1n
  })
}

/** Deletes an unpublished course with its videos' captions, comments and progress. The videos themselves are kept. */
export function deleteCourse(db: Db, id: string): Promise<boolean> {
  return change(db, id, async (trx) => {
    await forgetCaptions(trx, sql`video_id in (select video_id from course_videos where course_id = ${id})`)
    const gone = await trx
      .deleteFrom('courses')
      .where('id', '=', id)
      .where('published_at', 'is', null)
      .executeTakeFirst()
    return gone.numDeletedRows === 1n
  })
}

/** Appends a video. Returns false if there is no such course, or the video is in a course already. */
export function addLesson(
  db: Db,
  courseId: string,
  { videoId, chapters = [], title = '', description = '', image_ids: images = [] }: LessonFields & { videoId: string },
): Promise<boolean> {
  return change(db, courseId, async (trx) => {
    const added = await sql`insert into course_videos (video_id, course_id, place, title, description, image_ids,
        chapters)
      select ${videoId}, ${courseId}, coalesce(max(place) + 1, 0), ${title}, ${description}, ${images}::uuid[],
        ${JSON.stringify(chapters)}::jsonb
      from course_videos where course_id = ${courseId}
      on conflict (video_id) do nothing`.execute(trx)
    return added.numAffectedRows === 1n
  })
}

export function updateLesson(
  db: Db,
  { courseId, videoId }: { courseId: string; videoId: string },
  { chapters, ...fields }: LessonFields,
): Promise<boolean> {
  return change(db, courseId, async (trx) => {
    const updated = await trx
      .updateTable('course_videos')
      .set({ ...fields, ...(chapters && { chapters: JSON.stringify(chapters) }), video_id: videoId })
      .where('video_id', '=', videoId)
      .where('course_id', '=', courseId)
      .executeTakeFirst()
    return updated.numUpdatedRows === 1n
  })
}

/** Also deletes the video's captions, comments and progress. Returns false if the course has no such video. */
export function removeLesson(db: Db, { courseId, videoId }: { courseId: string; videoId: string }): Promise<boolean> {
  return change(db, courseId, async (trx) => {
    await forgetCaptions(trx, sql`video_id = ${videoId}`)
    const gone = await trx
      .deleteFrom('course_videos')
      .where('video_id', '=', videoId)
      .where('course_id', '=', courseId)
      .executeTakeFirst()
    return gone.numDeletedRows === 1n
  })
}

/** Returns false unless `videoIds` are exactly the course's videos, each once. */
export function orderLessons(db: Db, courseId: string, videoIds: readonly string[]): Promise<boolean> {
  return change(db, courseId, async (trx) => {
    const { rows } = await sql<{ video_id: string }>`select video_id from course_videos
      where course_id = ${courseId}`.execute(trx)
    const wanted = new Set(videoIds)
    const fits = wanted.size === videoIds.length && wanted.size === rows.length
    if (!fits || rows.some(({ video_id: id }) => !wanted.has(id))) return false
    await sql`update course_videos set place = o.place
      from unnest(${videoIds}::uuid[]) with ordinality as o (id, place) where video_id = o.id`.execute(trx)
    return true
  })
}

export interface NewCaptions {
  courseId: string
  videoId: string
  language: string
  label: string
  cues: number
  file: NewFile
}

export function putCaptions(db: Db, { courseId, file, ...captions }: NewCaptions): Promise<boolean> {
  return change(db, courseId, async (trx) => {
    await forgetCaptions(trx, sql`video_id = ${captions.videoId} and language = ${captions.language}`)
    await insertFile(trx, file)
    await trx
      .insertInto('captions')
      .values({
        video_id: captions.videoId,
        language: captions.language,
        label: captions.label,
        cues: captions.cues,
        file_id: file.id,
      })
      .execute()
  })
}

export function removeCaptions(
  db: Db,
  { courseId, videoId, language }: { courseId: string; videoId: string; language: string },
): Promise<boolean> {
  return change(db, courseId, async (trx) => {
    return (await forgetCaptions(trx, sql`video_id = ${videoId} and language = ${language}`)) > 0
  })
}

/** Deletes captions; a later purge removes their files' bytes. */
async function forgetCaptions(trx: Db, which: ReturnType<typeof sql>): Promise<number> {
  const gone = await sql`with gone as (delete from captions where ${which} returning file_id)
    update files set state = 'deleted', public = false where id in (select file_id from gone)`.execute(trx)
  return Number(gone.numAffectedRows ?? 0)
}

/**
 * Locks the course, runs `work`, and updates which files are public. Returns false if there is no such course or `work`
 * returns false. The caller must then roll back, because `work` may already have changed rows.
 */
function change(db: Db, id: string, work: (trx: Db) => Promise<boolean | void>): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const locked = await trx.selectFrom('courses').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!locked) return false
    const before = await shownBy(trx, id)
    if ((await work(trx)) === false) return false
    const after = await shownBy(trx, id)
    await showFilesOf(trx, {
      uploads: [...before.uploads, ...after.uploads],
      images: [...before.images, ...after.images],
    })
    return true
  })
}

async function shownBy(trx: Db, id: string): Promise<{ uploads: string[]; images: string[] }> {
  const { rows } = await sql<{ uploads: string[]; images: string[] }>`
    select array(select v.upload_id from course_videos l join videos v on v.id = l.video_id
        where l.course_id = ${id})::uuid[] as uploads,
      array(select unnest(array_remove(array_append(image_ids, cover_id), null)) from courses where id = ${id}
        union select unnest(image_ids) from course_videos where course_id = ${id})::uuid[] as images`.execute(trx)
  return rows[0]!
}
