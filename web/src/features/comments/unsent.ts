import type { InfiniteData } from '@tanstack/react-query'
import type { Comment, CommentInput, VideoCommentInput } from '@toile/contracts/comments/comments'
import type { UserDetail } from '../../lib/user-detail.js'

// A comment of which the server has not said yet that it takes it: it stands in the list as if it had.

/** Beside what the server sends: still on its way. */
type UnsentComment = Comment & { isUnsent?: true }
export const isUnsent = (comment: object): boolean => 'isUnsent' in comment

export type CommentPages = InfiniteData<{ items: Comment[]; nextCursor: string | null }>

/** What somebody writes, as it will be read. Its key is its id. */
export function toUnsentComment(
  { body, pin }: CommentInput | VideoCommentInput,
  key: string,
  { id = '', name = '', nickname = '', avatars = '' }: Partial<UserDetail> = {},
): UnsentComment {
  const author = { id, name, nickname, avatarUrl: avatars || null }
  const comment = {
    id: key,
    author,
    body: body.trim(),
    mentions: [],
    createdAt: new Date().toISOString(),
    deleted: false,
  }
  // A pin comes back as it was sent, whatever the comment is on.
  return { ...comment, pin: (pin ?? null) as Comment['pin'], replies: [], isUnsent: true }
}

/** The pages with it: on top, or as the last reply to another. */
export function withUnsent(
  { pages, ...rest }: CommentPages,
  one: UnsentComment,
  parentId: string | undefined,
): CommentPages {
  const items = (page: CommentPages['pages'][number], i: number) => {
    if (!parentId) return i === 0 ? [one, ...page.items] : page.items
    return page.items.map((comment) =>
      comment.id === parentId ? { ...comment, replies: [...comment.replies, { ...one, parentId }] } : comment,
    )
  }
  return { ...rest, pages: pages.map((page, i) => ({ ...page, items: items(page, i) })) }
}
