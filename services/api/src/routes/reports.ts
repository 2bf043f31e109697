import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { reportRoutes } from '@toile/contracts/reports'
import { maxReportLength, type ReportKind } from '@toile/contracts/reports.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import type { Db } from '@toile/db/client'
import { findComment } from '@toile/db/queries/comments'
import { findCreator } from '@toile/db/queries/creators'
import { isMessageOf } from '@toile/db/queries/messages'
import { insertReport } from '@toile/db/queries/reports'
import { canSeeWork, findWork } from '@toile/db/queries/works'
import type { HandlersOf } from '../implement.js'

/** Whether the caller can see what they report: anything else is not there. */
const isSeen: Record<ReportKind, (db: Db, id: string, userId: string) => Promise<boolean>> = {
  async work(db, id, userId) {
    const work = await findWork(db, id)
    return Boolean(work && canSeeWork(work, userId))
  },
  async comment(db, id, userId) {
    const comment = await findComment(db, id)
    return Boolean(comment && !comment.deleted_at && (await isSeen.work(db, comment.work_id, userId)))
  },
  async user(db, id) {
    return Boolean(await findCreator(db, id))
  },
  message: isMessageOf,
}

export function reportHandlers(): HandlersOf<typeof reportRoutes> {
  return {
    async createReport({ db, user, body: { kind, id, reason: given } }) {
      const reason = cleanText(given)
      if (reason === '') throw invalidInput({ reason: [{ code: 'FIELD_REQUIRED' }] })
      if (lengthOf(reason) > maxReportLength)
        throw invalidInput({ reason: [{ code: 'FIELD_TOO_LONG', params: { max: maxReportLength } }] })
      if (!(await isSeen[kind](db, id, user.id))) throw new ToileError('NOT_FOUND')
      const report = await insertReport(db, { reporterId: user.id, kind, subjectId: id, reason })
      return { id: report.id, kind, subjectId: id, createdAt: report.created_at.toISOString() }
    },
  }
}
