import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type {
  Comment,
  CommentInput,
  Pin,
  TimePin,
  VideoComment,
  VideoCommentInput,
} from '@toile/contracts/comments/comments'
import { api, resultOf } from '../../lib/api.js'
import { FAILED, type CallOptions } from '../../lib/request.js'
import { useSession } from '../../lib/session.js'
import { toUnsentComment, withUnsent, without, type CommentPages } from './unsent.js'

/** What people speak of: a work, at a point of it, or a video of a course, at a moment. */
export interface CommentTarget {
  kind: 'works' | 'videos'
  id: string
}
export type AnyPin = Pin | TimePin
export type AnyComment = Comment | VideoComment

// Both kinds are the same but for the pins, which come back as they were sent.
interface Calls {
  list(
    input: { id: string; cursor: string },
    options: CallOptions,
  ): Promise<{ items: AnyComment[]; nextCursor: string | null }>
  add(input: { id: string } & (CommentInput | VideoCommentInput), options: CallOptions): Promise<unknown>
}
const callsOf: Record<CommentTarget['kind'], Calls> = {
  works: { list: api.listComments, add: api.addComment },
  videos: { list: api.listVideoComments, add: api.addVideoComment },
}

export const commentsKey = ({ kind, id }: CommentTarget) => ['comments', kind, id]

/** The comments on a thing, the newest first, a page at a time; and what may be done to them. */
export function useComments({ kind, id }: CommentTarget) {
  const queryClient = useQueryClient()
  const session = useSession()
  const queryKey = commentsKey({ kind, id })
  const calls = callsOf[kind]
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => calls.list({ id, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const refresh = () => {
    // A video's number of comments stands in its course; that of a work comes live.
    if (kind === 'videos') void queryClient.invalidateQueries({ queryKey: ['course'] })
    return queryClient.invalidateQueries({ queryKey })
  }
  return {
    key: queryKey,
    list,
    refresh,
    comments: list.data?.pages.flatMap((page): AnyComment[] => page.items),
    /**
     * Shows it at once, and takes it back where it was refused; why is shown as a toast. Resolves with whether it was
     * taken. `key` makes a second try the first one's.
     */
    async add(input: CommentInput | VideoCommentInput, key: string): Promise<boolean> {
      // What was asked for before would not know it; it is asked for again at the end.
      if (list.data) await queryClient.cancelQueries({ queryKey, exact: true })
      const change = (to: (pages: CommentPages) => CommentPages) =>
        queryClient.setQueryData<CommentPages>(queryKey, (pages) => pages && to(pages))
      change((pages) => withUnsent(pages, toUnsentComment(input, key, session), input.parentId))
      const result = await resultOf(calls.add({ id, ...input }, { idempotencyKey: key }))
      if (result.code === FAILED) change((pages) => without(pages, key))
      const fresh = refresh()
      if (result.code === FAILED) return false
      await fresh
      return true
    },
    async remove(id: string): Promise<void> {
      const result = await resultOf(api.deleteComment({ id }))
      if (result.code !== FAILED || result.status === 404) await refresh()
    },
  }
}

export type CommentsOf = ReturnType<typeof useComments>
