import { MAX_COURSE_VIDEOS } from '@toile/contracts/courses/courses.constants'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { findCourse, listLessons, type LessonRow } from '@toile/db/courses/courses'
import {
  addLesson,
  deleteCourse,
  insertCourse,
  orderLessons,
  removeLesson,
  showCourse,
  updateCourse,
  updateLesson,
} from '@toile/db/courses/courses-backstage'
import { coursesTable, type BackstageCourseRow } from '@toile/db/courses/courses-table'
import { videosOfUploads } from '@toile/db/videos/videos'
import type { Language } from '@toile/contracts/languages.constants'
import { findUser } from '@toile/db/users/users'
import { readTable } from '@toile/db/table'
import { courseAction, type CourseAction } from '../../course-audit.js'
import { courseFields, lessonFields } from '../../course-fields.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function backstageCourseHandlers({ courses }: Context) {
  const present = async (db: Db, id: string) => {
    const row = await findCourse(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    return courses.course(db, row, undefined)
  }
  const presentVideo = async (db: Db, { id, videoId }: { id: string; videoId: string }, language: Language) => {
    const row = await findCourse(db, id)
    const video = row && (await courses.video(db, row, { videoId, readerId: undefined, language }))
    if (!video) throw new ToileError('NOT_FOUND')
    return video
  }
  const lessonOf = async (db: Db, { id, videoId }: { id: string; videoId: string }): Promise<LessonRow> => {
    const lesson = (await listLessons(db, id)).find((one) => one.videoId === videoId)
    if (!lesson) throw new ToileError('NOT_FOUND')
    return lesson
  }
  const gone = new ToileError('NOT_FOUND')

  return {
    async listBackstageCourses({ db, query }) {
      const { items, total } = await readTable<BackstageCourseRow, typeof query>(db, coursesTable, query)
      const cards = await courses.cards(db, items)
      const more = ({ learners, finished, updatedAt: at }: BackstageCourseRow) => ({
        ...{ learners, finished },
        updatedAt: at.toISOString(),
      })
      return { items: cards.map((card, i) => ({ ...card, ...more(items[i]!) })), total }
    },

    async createCourse({ db, user, body }) {
      const id = newId()
      const fields = await courseFields(db, { ownerId: user.id, known: [] }, body)
      const insert = async (trx: Db) => {
        await insertCourse(trx, id, fields)
        return true
      }
      await courseAction(db, { user, fact: 'made', courseId: id }, insert)
      return present(db, id)
    },

    async getBackstageCourse({ db, params }) {
      return present(db, params.id)
    },

    async updateCourse({ db, user, params, body: { clear = [], ...body } }) {
      const cleared = {
        ...(clear.includes('description') && { description: '', image_ids: [] }),
        ...(clear.includes('coverId') && { cover_id: null }),
      }
      const row = await findCourse(db, params.id)
      if (!row) throw gone
      const pictures = { ownerId: user.id, known: [...row.imageIds, row.coverId] }
      const fields = { ...(await courseFields(db, pictures, body)), ...cleared }
      const action: CourseAction = { user, fact: 'changed', courseId: params.id }
      await courseAction(db, action, (trx) => updateCourse(trx, params.id, fields))
      return present(db, params.id)
    },

    async deleteCourse({ db, user, params, body }) {
      if (!(await findCourse(db, params.id))) throw gone
      const published = new ToileError('STATE_CONFLICT')
      const action: CourseAction = { user, fact: 'deleted', courseId: params.id, reason: body?.reason }
      await courseAction(db, action, (trx) => deleteCourse(trx, params.id), published)
    },

    async publishCourse({ db, user, params }) {
      if (!(await findCourse(db, params.id))) throw gone
      const already = new ToileError('STATE_CONFLICT')
      const action: CourseAction = { user, fact: 'published', courseId: params.id }
      await courseAction(db, action, (trx) => showCourse(trx, params.id, true), already)
      return present(db, params.id)
    },

    async withdrawCourse({ db, user, params, body }) {
      if (!(await findCourse(db, params.id))) throw gone
      const already = new ToileError('STATE_CONFLICT')
      const action: CourseAction = { user, fact: 'withdrawn', courseId: params.id, reason: body?.reason }
      await courseAction(db, action, (trx) => showCourse(trx, params.id, false), already)
      return present(db, params.id)
    },

    async addCourseVideo({ db, user, params, body, language }) {
      const row = await findCourse(db, params.id)
      if (!row) throw gone
      if (row.uploadIds.length >= MAX_COURSE_VIDEOS)
        throw invalidInput({ uploadId: [{ code: 'FIELD_TOO_MANY', params: { max: MAX_COURSE_VIDEOS } }] })
      const [video] = await videosOfUploads(db, [body.uploadId])
      if (!video || (await findUser(db, video.ownerId))?.group !== 'admin')
        throw invalidInput({ uploadId: [{ code: 'FIELD_INVALID' }] })
      if (video.status !== 'ready') throw invalidInput({ uploadId: [{ code: 'FIELD_UPLOAD_NOT_READY' }] })
      const fields = await lessonFields(db, { ownerId: user.id, known: [] }, body, video.durationSeconds)
      const lesson = { ...fields, videoId: video.id }
      const taken = invalidInput({ uploadId: [{ code: 'FIELD_TAKEN' }] })
      const action: CourseAction = { user, fact: 'changed', courseId: params.id }
      await courseAction(db, action, (trx) => addLesson(trx, params.id, lesson), taken)
      return presentVideo(db, { id: params.id, videoId: video.id }, language)
    },

    async updateCourseVideo({ db, user, params, body: { clear = [], ...body }, language }) {
      const lesson = await lessonOf(db, params)
      const pictures = { ownerId: user.id, known: lesson.imageIds }
      const fields = {
        ...(await lessonFields(db, pictures, body, lesson.durationSeconds)),
        ...(clear.includes('description') && { description: '', image_ids: [] }),
      }
      const which = { courseId: params.id, videoId: params.videoId }
      await courseAction(db, { user, fact: 'changed', ...which }, (trx) => updateLesson(trx, which, fields))
      return presentVideo(db, params, language)
    },

    async removeCourseVideo({ db, user, params: { id, videoId }, body }) {
      const action: CourseAction = { user, fact: 'changed', courseId: id, reason: body?.reason }
      await courseAction(db, action, (trx) => removeLesson(trx, { courseId: id, videoId }))
    },

    async orderCourseVideos({ db, user, params, body }) {
      if (!(await findCourse(db, params.id))) throw gone
      const others = invalidInput({ videoIds: [{ code: 'FIELD_INVALID' }] })
      const action: CourseAction = { user, fact: 'changed', courseId: params.id }
      await courseAction(db, action, (trx) => orderLessons(trx, params.id, body.videoIds), others)
      return present(db, params.id)
    },
  } satisfies Partial<Handlers>
}
