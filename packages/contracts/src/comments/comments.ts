import { Type, type Static } from 'typebox'
import { MAX_COMMENT_LENGTH, PIN_EXCERPT_LENGTH } from './comments.constants.js'
import { declareRoutes, reads } from '../route.js'
import { MAX_REASON_LENGTH } from '../backstage/tables.constants.js'
import { Id, Nullable, PageOf, PageQuery, StrictObject, Text, Time, WrittenText } from '../shapes.js'
import { PublicUser } from '../users/users.js'
import { MAX_VIDEO_SECONDS } from '../videos/videos.constants.js'
import { Triple } from '../works/works.js'
import { paths } from './comments.paths.js'

/** A point on the garment, in stage units like a hotspot, and the colourway shown when the comment was written. */
export const Pin = StrictObject({ point: Triple, normal: Triple, colourway: Type.Optional(Text(128)) })
export type Pin = Static<typeof Pin>

export const TimePin = StrictObject({ seconds: Type.Number({ minimum: 0, maximum: MAX_VIDEO_SECONDS }) })
export type TimePin = Static<typeof TimePin>

const commentFields = {
  id: Id,
  /** Null if the comment or its author's account is deleted. For others also null if an operator hid the comment. */
  author: Nullable(PublicUser),
  body: Text(MAX_COMMENT_LENGTH),
  mentions: Type.Array(StrictObject({ id: Id, name: Text(64) })),
  createdAt: Time,
  deleted: Type.Boolean(),
  /** Set if an operator hid the comment, but only for its author, who still sees the body. */
  hidden: Type.Optional(StrictObject({ at: Time, reason: Text(MAX_REASON_LENGTH) })),
}

export const Reply = StrictObject({ ...commentFields, parentId: Id })
export type Reply = Static<typeof Reply>

const thread = {
  replies: Type.Array(Reply),
  repliesCursor: Type.Optional(Text(200)),
}

/** Oldest replies first. If a comment with replies is deleted, or hidden from the viewer, its body is left out. */
export const Comment = StrictObject({ ...commentFields, pin: Nullable(Pin), ...thread })
export type Comment = Static<typeof Comment>

export const VideoComment = StrictObject({ ...commentFields, pin: Nullable(TimePin), ...thread })
export type VideoComment = Static<typeof VideoComment>

const written = { body: WrittenText({ min: 1, max: MAX_COMMENT_LENGTH }), parentId: Type.Optional(Id) }
export const CommentInput = StrictObject({ ...written, pin: Type.Optional(Pin) })
export type CommentInput = Static<typeof CommentInput>
export const PinnedComment = StrictObject({ id: Id, pin: Pin, excerpt: Text(PIN_EXCERPT_LENGTH) })
export type PinnedComment = Static<typeof PinnedComment>
export const VideoCommentInput = StrictObject({ ...written, pin: Type.Optional(TimePin) })
export type VideoCommentInput = Static<typeof VideoCommentInput>

const commentRate = [
  { calls: 10, windowSeconds: 60, by: ['user'] },
  { calls: 200, windowSeconds: 86_400, by: ['user'] },
] as const

export const routes = declareRoutes(paths, {
  listComments: {
    summary: 'Lists comments on a work with their replies, newest first',
    access: 'public',
    rate: reads(2),
    query: StrictObject(PageQuery),
    response: PageOf(Comment),
  },
  listPins: {
    summary: 'Lists pins of comments on a work, newest first, up to 500',
    access: 'public',
    rate: reads(2),
    response: StrictObject({ items: Type.Array(PinnedComment) }),
  },
  addComment: {
    summary: 'Adds a comment on a work, or a reply to one; replies need a verified email',
    access: 'user',
    idempotent: true,
    rate: commentRate,
    body: CommentInput,
    status: 201,
    response: Comment,
  },
  listVideoComments: {
    summary: 'Lists comments on a course video with their replies, newest first',
    access: 'public',
    rate: reads(2),
    query: StrictObject(PageQuery),
    response: PageOf(VideoComment),
  },
  addVideoComment: {
    summary: 'Adds a comment on a course video, or a reply to one; replies need a verified email',
    access: 'user',
    idempotent: true,
    rate: commentRate,
    body: VideoCommentInput,
    status: 201,
    response: VideoComment,
  },
  listReplies: {
    summary: 'Lists replies to a comment, oldest first',
    access: 'public',
    rate: reads(2),
    query: StrictObject(PageQuery),
    response: PageOf(Reply),
  },
  deleteComment: {
    summary: 'Deletes a comment; for its author, the creator of the work and administrators',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
  },
})
