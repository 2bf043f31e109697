import type { Params } from '@toile/contracts/failures'
import type { Language } from '@toile/contracts/languages.constants'
import { notificationText } from '@toile/contracts/notifications/notification-words'
import type { Notification } from '@toile/contracts/notifications/notifications'
import type { NotificationRow, SentRow } from './notifications/notification-rows.js'

/** Returns an image's URL, or null if there is no image. Sockets and mails show no images: they use noPictures(). */
export type PictureUrl = (imageId: string | null, of: 'avatar' | 'cover') => string | null
const noPictures: PictureUrl = () => null

/** A notification for lists, sockets and mails, without content that its reader may no longer see. */
export function notificationView(row: NotificationRow, language: Language, pictureUrl = noPictures): Notification {
  const hidden = isHidden(row)
  const content = {
    kind: row.kind,
    actors: hidden
      ? []
      : row.actors.map(({ avatarId, ...actor }) => ({ ...actor, avatarUrl: pictureUrl(avatarId, 'avatar') })),
    people: row.people,
    title: hidden ? '' : titleOf(row),
    excerpt: hidden ? '' : String(row.params['reason'] ?? row.commentBody ?? ''),
    params: hidden ? {} : { ...row.params, ...announced(row) },
    hidden,
  }
  const subject = row.subjectKind && row.subjectId ? { kind: row.subjectKind, id: row.subjectId } : null
  return {
    ...content,
    ...notificationText(content, language),
    id: row.id,
    tab: row.tab,
    subject: hidden ? null : subject,
    path: hidden ? null : pathOf(row),
    pictureUrl: hidden ? null : pictureUrl(row.coverId, 'cover'),
    read: row.readAt !== null,
    version: row.version,
    at: row.raisedAt.toISOString(),
  }
}

/** The user's own comment. Its text is always shown, but the title of the work or video only if the user may see it. */
export function sentView(row: SentRow, language: Language, pictureUrl = noPictures): Notification {
  const content = {
    kind: 'sent' as const,
    actors: [],
    people: 0,
    title: row.workTitle ?? '',
    excerpt: row.body,
    params: {},
    hidden: commentPath(row, row.id) === null,
  }
  return {
    ...content,
    ...notificationText(content, language),
    excerpt: row.body,
    id: row.id,
    tab: 'sent',
    subject: { kind: 'comment', id: row.id },
    path: commentPath(row, row.id),
    pictureUrl: pictureUrl(row.coverId, 'cover'),
    read: true,
    version: 1,
    at: row.createdAt.toISOString(),
  }
}

function isHidden(row: NotificationRow): boolean {
  switch (row.kind) {
    case 'comment':
    case 'reply':
    case 'mention':
      return row.commentBody === null || commentPath(row, '') === null
    case 'like':
      return row.workId === null || row.actors.length === 0
    case 'follow':
      return row.actors.length === 0
    case 'message':
      // A moderator's message about a work has no actors, because moderators stay anonymous.
      return row.actors.length === 0 && row.subjectKind !== 'work'
    case 'upload_ready':
    case 'upload_failed':
    case 'video_ready':
      return row.filename === null
    case 'render_finished':
    case 'render_failed':
      return row.renderName === null
    case 'announcement':
      return row.texts === null
    case 'alert':
      return !row.readerIsAdmin
    // All other kinds, such as decisions of moderators and juries, are always visible.
    default:
      return false
  }
}

function titleOf(row: NotificationRow): string {
  return row.subjectKind === 'render' ? (row.renderName ?? '') : row.workTitle || (row.filename ?? '')
}

function announced({ texts }: NotificationRow): Params {
  if (!texts) return {}
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, { title, body }]) => [
      [`title.${language}`, title],
      [`body.${language}`, body],
    ]),
  )
}

/** URL path of a comment. Null if the reader may not see the comment's work or video. */
function commentPath(on: Pick<SentRow, 'workId' | 'videoId' | 'courseId'>, commentId: string): string | null {
  if (on.workId) return `/project/${on.workId}#comment-${commentId}`
  return on.videoId && `/learning/detail?id=${on.courseId}&video=${on.videoId}#comment-${commentId}`
}

function pathOf(row: NotificationRow): string | null {
  const id = row.subjectId
  switch (row.kind) {
    case 'comment':
    case 'reply':
    case 'mention':
      return id && commentPath(row, id)
    case 'like':
      return `/project/${id}`
    case 'follow':
      return `/creators/personalPage?id=${row.actors[0]!.id}`
    case 'message':
      // `with` is the other user or, in a conversation with moderators, the work.
      return `/admin/notification?tab=messages&with=${row.actors[0]?.id ?? id}`
    case 'upload_ready':
    case 'upload_failed':
    case 'video_ready':
      return `/upload/uploadDetail?id=${id}`
    case 'render_finished':
    case 'render_failed':
      return `/admin/cloud?id=${id}`
    case 'activity_phase':
    case 'winner':
      return id && `/activity/activityDetail?id=${id}`
    case 's_code':
      return '/admin/software'
    case 'moderation':
      return row.workId && `/project/${row.workId}`
    case 'removal':
      return String(row.params['removal']).startsWith('upload') ? '/upload' : null
    case 'announcement':
      return row.announcementPath
    case 'alert':
      return '/backgroundAdmin/queues'
  }
}
