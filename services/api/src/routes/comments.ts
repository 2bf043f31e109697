import type { Comment, CommentInput, Reply, VideoComment, VideoCommentInput } from '@toile/contracts/comments/comments'
import { MAX_REPLIES_SHOWN } from '@toile/contracts/comments/comments.constants'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { namesIn } from '@toile/contracts/comments/mentions'
import { MAX_MENTIONS } from '@toile/contracts/notifications/notifications.constants'
import type { Db } from '@toile/db/client'
import { pageOf } from '@toile/db/cursors'
import {
  deleteComment,
  findComment,
  insertComment,
  listComments,
  listPins,
  listReplies,
  mentionsIn,
  peopleNamed,
  repliesTo,
  type CommentPlace,
  type CommentRow,
} from '@toile/db/comments/comments'
import { findPublishedVideo } from '@toile/db/courses/courses'
import { canSeeWork, type Viewer } from '@toile/db/works/shown-works'
import type { User } from '@toile/db/users/users'
import { findWork, type WorkRow } from '@toile/db/works/works'
import { imagesById } from '../views/present-works.js'
import { publicUserView } from '../views/users.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

interface PageOfList {
  limit: number
  cursor?: string
}

export function commentHandlers({ links }: Context) {
  const commentPresenter = async (db: Db, rows: readonly CommentRow[]) => {
    const images = await imagesById(
      db,
      rows.map((row) => row.avatarId),
    )
    const mentioned = await mentionsIn(
      db,
      rows.map((row) => row.id),
    )
    return (row: CommentRow) => ({
      id: row.id,
      author: row.deletedAt || row.authorGone ? null : publicUserView(row, images, links),
      body: row.body,
      mentions: mentioned
        .filter((mention) => mention.commentId === row.id && !row.deletedAt)
        .map((mention) => ({ id: mention.userId, name: mention.username })),
      createdAt: row.createdAt.toISOString(),
      deleted: row.deletedAt !== null,
      ...(row.hiddenAt && { hidden: { at: row.hiddenAt.toISOString(), reason: row.hiddenReason ?? '' } }),
    })
  }
  const present = async <C extends Comment | VideoComment>(
    db: Db,
    rows: readonly CommentRow[],
    viewer: Viewer,
  ): Promise<C[]> => {
    const replies = await repliesTo(
      db,
      rows.map((row) => row.id),
      viewer?.id,
    )
    const presentComment = await commentPresenter(db, [...rows, ...replies])
    return rows.map((row) => {
      const own = replies.filter((reply) => reply.parentId === row.id)
      const { items, nextCursor } = pageOf(own, MAX_REPLIES_SHOWN, (reply) => [reply.id])
      return {
        ...presentComment(row),
        pin: row.pin,
        replies: items.map((reply): Reply => ({ ...presentComment(reply), parentId: row.id })),
        ...(nextCursor && { repliesCursor: nextCursor }),
      } as C
    })
  }
  const visibleWork = async (db: Db, id: string, viewer: Viewer): Promise<WorkRow> => {
    const work = await findWork(db, id)
    if (!work || !canSeeWork(work, viewer)) throw new ToileError('NOT_FOUND')
    return work
  }

  /** Mentions notify other users, so they have no effect if the author has no verified address. */
  const mentionedBy = async (db: Db, user: User, body: string): Promise<string[]> =>
    user.email_verified_at ? peopleNamed(db, namesIn(body), MAX_MENTIONS) : []

  const assertPublished = async (db: Db, videoId: string) => {
    if (!(await findPublishedVideo(db, videoId))) throw new ToileError('NOT_FOUND')
  }

  const list = async <C extends Comment | VideoComment>(
    db: Db,
    on: CommentPlace,
    { viewer, query }: { viewer: Viewer; query: PageOfList },
  ) => {
    const page = await listComments(db, {
      on,
      viewerId: viewer?.id,
      limit: query.limit,
      cursor: query.cursor,
    })
    return { items: await present<C>(db, page.items, viewer), nextCursor: page.nextCursor }
  }

  const add = async <C extends Comment | VideoComment>(
    db: Db,
    on: CommentPlace,
    user: User,
    input: CommentInput | VideoCommentInput,
  ): Promise<C> => {
    // A reply notifies the comment's author, so it requires a verified address.
    if (input.parentId && !user.email_verified_at) throw new ToileError('EMAIL_UNVERIFIED')
    const parent = input.parentId && (await findComment(db, input.parentId))
    if (input.parentId && (!parent || !isOn(parent, on) || parent.parentId || parent.deletedAt))
      throw invalidInput({ parentId: [{ code: 'FIELD_INVALID' }] })
    const id = newId()
    const { body, parentId, pin } = input
    const comment = {
      id,
      on,
      authorId: user.id,
      body,
      mentions: await mentionedBy(db, user, body),
      ...(pin && { pin }),
      ...(parentId && { parentId }),
    }
    if (!(await insertComment(db, comment))) throw new ToileError('NOT_FOUND')
    return (await present<C>(db, [(await findComment(db, id))!], user))[0]!
  }

  return {
    async listComments({ db, params, user, query }) {
      await visibleWork(db, params.id, user)
      return list<Comment>(db, { workId: params.id }, { viewer: user, query })
    },

    async listPins({ db, params, user }) {
      await visibleWork(db, params.id, user)
      return { items: await listPins(db, params.id, user?.id) }
    },

    async addComment({ db, params, user, body }) {
      await visibleWork(db, params.id, user)
      return add<Comment>(db, { workId: params.id }, user, body)
    },

    async listVideoComments({ db, params, user, query }) {
      await assertPublished(db, params.id)
      return list<VideoComment>(db, { videoId: params.id }, { viewer: user, query })
    },

    async addVideoComment({ db, params, user, body }) {
      await assertPublished(db, params.id)
      return add<VideoComment>(db, { videoId: params.id }, user, body)
    },

    async listReplies({ db, params, user, query }) {
      const comment = await findComment(db, params.id)
      if (!comment) throw new ToileError('NOT_FOUND')
      if (comment.workId) await visibleWork(db, comment.workId, user)
      if (comment.videoId) await assertPublished(db, comment.videoId)
      const { limit, cursor } = query
      const page = await listReplies(db, { parentId: comment.id, viewerId: user?.id, limit, cursor })
      const presentComment = await commentPresenter(db, page.items)
      const items = page.items.map((reply): Reply => ({ ...presentComment(reply), parentId: comment.id }))
      return { items, nextCursor: page.nextCursor }
    },

    async deleteComment({ db, params, user }) {
      const comment = await findComment(db, params.id)
      if (!comment) throw new ToileError('NOT_FOUND')
      const ofWork = comment.workId ? (await visibleWork(db, comment.workId, user)).ownerId : undefined
      if (comment.videoId && user.group !== 'admin') await assertPublished(db, comment.videoId)
      if (![comment.ownerId, ofWork].includes(user.id) && user.group !== 'admin') throw new ToileError('FORBIDDEN')
      if (!(await deleteComment(db, params.id, user.id))) throw new ToileError('NOT_FOUND')
    },
  } satisfies Partial<Handlers>
}

const isOn = (comment: CommentRow, on: CommentPlace) =>
  'workId' in on ? comment.workId === on.workId : comment.videoId === on.videoId
