import type { InfiniteData } from '@tanstack/react-query'
import type { Comment, CommentInput, VideoCommentInput } from '@toile/contracts/comments/comments'
import type { UserDetail } from '../../lib/user-detail.js'

// An unsent comment is shown in the list before the server has accepted it.

type UnsentComment = Comment & { isUnsent?: true }
export const isUnsent = (comment: object): boolean => 'isUnsent' in comment

export type CommentPages = InfiniteData<{ items: Comment[]; nextCursor: string | null }>

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
  // The server returns pins as they were sent, both for works and for videos, so the cast is safe.
  return { ...comment, pin: (pin ?? null) as Comment['pin'], replies: [], isUnsent: true }
}

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
