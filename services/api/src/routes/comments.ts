import type { Comment, commentRoutes, Reply } from '@toile/contracts/comments'
import { maxCommentLength } from '@toile/contracts/comments.constants'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { namesIn } from '@toile/contracts/mentions'
import { maxMentions } from '@toile/contracts/notifications.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import type { Db } from '@toile/db/client'
import {
  deleteComment,
  findComment,
  insertComment,
  listComments,
  mentionsIn,
  peopleNamed,
  repliesTo,
  type CommentRow,
} from '@toile/db/queries/comments'
import type { User } from '@toile/db/queries/users'
import { canSeeWork, findWork, type WorkRow } from '@toile/db/queries/works'
import type { HandlersOf } from '../implement.js'
import type { Links } from '@toile/runtime/links'
import { imagesById } from '../views/present-works.js'
import { publicUserView } from '../views/users.js'

const PAGE = 24

export function commentHandlers({ links }: { links: Links }): HandlersOf<typeof commentRoutes> {
  const present = async (db: Db, rows: readonly CommentRow[]): Promise<Comment[]> => {
    const replies = await repliesTo(
      db,
      rows.map((row) => row.id),
    )
    const images = await imagesById(
      db,
      [...rows, ...replies].map((row) => row.avatar_id),
    )
    const mentioned = await mentionsIn(
      db,
      [...rows, ...replies].map((row) => row.id),
    )
    const said = (row: CommentRow) => ({
      id: row.id,
      author: row.deleted_at || row.author_gone ? null : publicUserView(row, images, links),
      body: row.body,
      mentions: mentioned
        .filter((mention) => mention.comment_id === row.id)
        .map((mention) => ({ id: mention.user_id, name: mention.username })),
      createdAt: row.created_at.toISOString(),
      deleted: row.deleted_at !== null,
    })
    return rows.map((row) => ({
      ...said(row),
      pin: row.pin,
      replies: replies
        .filter((reply) => reply.parent_id === row.id)
        .map((reply): Reply => ({ ...said(reply), parentId: row.id })),
    }))
  }
  const visibleWork = async (db: Db, id: string, userId: string | undefined): Promise<WorkRow> => {
    const work = await findWork(db, id)
    if (!work || !canSeeWork(work, userId)) throw new ToileError('NOT_FOUND')
    return work
  }

  /** Whom a text reaches by @name. To reach somebody by name is a message, and those need a proven address. */
  const mentionedBy = async (db: Db, user: User, body: string): Promise<string[]> =>
    user.email_verified_at ? peopleNamed(db, namesIn(body), maxMentions) : []

  return {
    async listComments({ db, params, user, query }) {
      await visibleWork(db, params.id, user?.id)
      const page = await listComments(db, { workId: params.id, limit: query.limit ?? PAGE, cursor: query.cursor })
      return { items: await present(db, page.items), nextCursor: page.nextCursor }
    },

    async addComment({ db, params, user, body: input }) {
      await visibleWork(db, params.id, user.id)
      const body = cleanText(input.body)
      if (body === '') throw invalidInput({ body: [{ code: 'FIELD_REQUIRED' }] })
      if (lengthOf(body) > maxCommentLength)
        throw invalidInput({ body: [{ code: 'FIELD_TOO_LONG', params: { max: maxCommentLength } }] })
      // An answer reaches somebody by name: that is a message, and those need a proven address.
      if (input.parentId && !user.email_verified_at) throw new ToileError('EMAIL_UNVERIFIED')
      const parent = input.parentId && (await findComment(db, input.parentId))
      if (input.parentId && (!parent || parent.work_id !== params.id || parent.parent_id || parent.deleted_at))
        throw invalidInput({ parentId: [{ code: 'FIELD_INVALID' }] })
      const id = newId()
      const { parentId, pin } = input
      const comment = {
        id,
        workId: params.id,
        authorId: user.id,
        body,
        mentions: await mentionedBy(db, user, body),
        ...(pin && { pin }),
        ...(parentId && { parentId }),
      }
      if (!(await insertComment(db, comment))) throw new ToileError('NOT_FOUND')
      return (await present(db, [(await findComment(db, id))!]))[0]!
    },

    async deleteComment({ db, params, user }) {
      const comment = await findComment(db, params.id)
      const work = comment && (await findWork(db, comment.work_id))
      // What hangs on a work that the caller may not see is not there.
      if (!work || !canSeeWork(work, user.id)) throw new ToileError('NOT_FOUND')
      if (![comment.owner_id, work.owner_id].includes(user.id) && user.group !== 'admin')
        throw new ToileError('FORBIDDEN')
      if (!(await deleteComment(db, params.id, user.id))) throw new ToileError('NOT_FOUND')
    },
  }
}
