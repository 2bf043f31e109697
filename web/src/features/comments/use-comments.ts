import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  Comment,
  CommentInput,
  Pin,
  TimePin,
  VideoComment,
  VideoCommentInput,
} from '@toile/contracts/comments/comments'
import { api } from '../../lib/api.js'
import { optimistic } from '../../lib/optimistic.js'
import type { CallOptions } from '../../lib/request.js'
import { useSession } from '../../lib/session.js'
import { usePaged } from '../../lib/paged.js'
import { toUnsentComment, withUnsent, type CommentPages } from './unsent.js'

/** What users comment on: a work, perhaps at a point of its model, or a course video, perhaps at a moment. */
export interface CommentTarget {
  kind: 'works' | 'videos'
  id: string
}
export type AnyPin = Pin | TimePin
export type AnyComment = Comment | VideoComment

// The calls for works and for videos differ only in their pins, which the server returns as they were sent.
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

interface Written {
  input: CommentInput | VideoCommentInput
  key: string
}

export function useComments({ kind, id }: CommentTarget) {
  const queryClient = useQueryClient()
  const session = useSession()
  const queryKey = commentsKey({ kind, id })
  const calls = callsOf[kind]
  const list = usePaged(queryKey, (cursor, options) => calls.list({ id, cursor }, options))
  const refresh = () => {
    // The course contains the comment count of each video, so it is refetched too. A work's count is updated live.
    if (kind === 'videos') void queryClient.invalidateQueries({ queryKey: ['course'] })
    return queryClient.invalidateQueries({ queryKey })
  }
  /** Shows the comment at once and removes it if the call fails. A retry with the same `key` adds no second comment. */
  const add = useMutation({
    mutationFn: ({ input, key }: Written) => calls.add({ id, ...input }, { idempotencyKey: key }),
    meta: { showsError: true },
    ...optimistic(queryKey, (pages: CommentPages, { input, key }: Written) =>
      withUnsent(pages, toUnsentComment(input, key, session), input.parentId),
    ),
    onSettled: (_, error) => (error ? void refresh() : refresh()),
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.deleteComment({ id }),
    onSettled: refresh,
  })
  return {
    key: queryKey,
    list,
    refresh,
    comments: list.data?.pages.flatMap((page): AnyComment[] => page.items),
    add,
    remove,
  }
}

export type CommentsOf = ReturnType<typeof useComments>

/** The replies that are not in the comment list, loaded on demand. `key` is the query key of the comment list. */
export function useMoreReplies(key: readonly string[], { id, repliesCursor }: AnyComment) {
  const [isWanted, setWanted] = useState(false)
  const list = usePaged(
    [...key, 'replies', id, repliesCursor],
    (cursor, options) => api.listReplies({ id, cursor, limit: 100 }, options),
    { initialPageParam: repliesCursor ?? '', enabled: isWanted && repliesCursor !== undefined },
  )
  return {
    replies: list.data?.pages.flatMap(({ items }) => items) ?? [],
    canAsk: repliesCursor !== undefined && (!list.data || list.hasNextPage),
    isBusy: list.isFetching,
    ask: () => (list.data || list.isError ? void list.fetchNextPage() : setWanted(true)),
  }
}
