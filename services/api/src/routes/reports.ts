import { ToileError } from '@toile/contracts/errors'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'
import type { Db } from '@toile/db/client'
import { findComment } from '@toile/db/comments/comments'
import { findPublishedVideo } from '@toile/db/courses/courses'
import { findCreator } from '@toile/db/users/creators'
import { findMessages, isMessageOf } from '@toile/db/messages/messages'
import { insertReport } from '@toile/db/moderation/reports'
import { canSeeWork } from '@toile/db/works/shown-works'
import type { Evidence } from '@toile/db/schema/moderation'
import { findWork } from '@toile/db/works/works'
import type { Handlers } from '../http/register-routes.js'

/** The reported content as the reporter sees it; undefined if the reporter cannot see it. */
const evidenceOf: Record<ReportKind, (db: Db, id: string, userId: string) => Promise<Evidence | undefined>> = {
  async work(db, id, userId) {
    const work = await findWork(db, id)
    if (!work || !canSeeWork(work, { id: userId })) return undefined
    return { authorId: work.ownerId, text: `${work.title}\n\n${work.intro}`, imageId: work.coverId }
  },
  async comment(db, id, userId) {
    const comment = await findComment(db, id)
    if (!comment || comment.deletedAt) return undefined
    const isSeen = comment.workId
      ? Boolean(await evidenceOf.work(db, comment.workId, userId))
      : Boolean(await findPublishedVideo(db, comment.videoId!))
    return isSeen ? { authorId: comment.ownerId, text: comment.body, imageId: null } : undefined
  },
  async user(db, id) {
    const person = await findCreator(db, id)
    if (!person) return undefined
    const { username, nickname, description, avatarId: imageId } = person
    return { authorId: id, text: `${username}\n${nickname}\n\n${description}`, imageId }
  },
  async message(db, id, userId) {
    if (!(await isMessageOf(db, id, userId))) return undefined
    const [message] = await findMessages(db, [id])
    return message && { authorId: message.senderId, text: message.body, imageId: message.image?.id ?? null }
  },
}

export function reportHandlers() {
  return {
    async createReport({ db, user, body: { kind, id, reason } }) {
      const evidence = await evidenceOf[kind](db, id, user.id)
      if (!evidence) throw new ToileError('NOT_FOUND')
      const report = await insertReport(db, { reporterId: user.id, kind, subjectId: id, reason, evidence })
      return { id: report.id, kind, subjectId: id, createdAt: report.createdAt.toISOString() }
    },
  } satisfies Partial<Handlers>
}
