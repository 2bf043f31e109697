import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { noteProgress } from '@toile/db/courses/course-progress'
import {
  findCourse,
  findPublishedVideo,
  listBegunCourses,
  listCourses,
  type CourseRow,
} from '@toile/db/courses/courses'
import type { User } from '@toile/db/users/users'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function courseHandlers({ courses }: Context) {
  const visible = async (db: Db, id: string, user: User | undefined): Promise<CourseRow> => {
    const row = await findCourse(db, id, user?.id)
    if (!row || !(row.publishedAt || user?.group === 'admin')) throw new ToileError('NOT_FOUND')
    return row
  }

  return {
    async listCourses({ db, user, query }) {
      const page = await listCourses(db, { readerId: user?.id, limit: query.limit, cursor: query.cursor })
      return { items: await courses.cards(db, page.items), nextCursor: page.nextCursor }
    },

    async listMyCourses({ db, user, query }) {
      const page = await listBegunCourses(db, { readerId: user.id, limit: query.limit, cursor: query.cursor })
      return { items: await courses.cards(db, page.items), nextCursor: page.nextCursor }
    },

    async getCourse({ db, params, user }) {
      return courses.course(db, await visible(db, params.id, user), user?.id)
    },

    async getCourseVideo({ db, params, user, language }) {
      const row = await visible(db, params.id, user)
      const video = await courses.video(db, row, { videoId: params.videoId, readerId: user?.id, language })
      if (!video) throw new ToileError('NOT_FOUND')
      return video
    },

    async setProgress({ db, params, user, body }) {
      const at = body.at === undefined ? undefined : new Date(body.at)
      if (at && Number.isNaN(at.getTime())) throw invalidInput({ at: [{ code: 'FIELD_INVALID' }] })
      const found = await findPublishedVideo(db, params.videoId)
      if (found?.courseId !== params.id) throw new ToileError('NOT_FOUND')
      const noted = await noteProgress(db, { userId: user.id, videoId: params.videoId, seconds: body.seconds, at })
      if (!noted) throw new ToileError('NOT_FOUND')
      return { seconds: noted.seconds, watched: noted.watched, at: noted.at.toISOString() }
    },
  } satisfies Partial<Handlers>
}
