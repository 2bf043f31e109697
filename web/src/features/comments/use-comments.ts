import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { CommentInput, commentRoutes } from '@toile/contracts/comments'
import { ask, call, FAILED } from '../../api.js'

/** The comments on a work, the newest first, a page at a time; and what may be done to them. */
export function useComments(workId: string) {
  const queryClient = useQueryClient()
  const queryKey = ['comments', workId]
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask<typeof commentRoutes.listComments>('GET', `/works/${workId}/comments`, { cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  return {
    list,
    refresh,
    comments: list.data?.pages.flatMap((page) => page.items),
    /** Resolves with whether it was taken; why not is shown as a toast. `key` makes a second try the first one's. */
    async add(input: CommentInput, key: string): Promise<boolean> {
      const answer = await call<typeof commentRoutes.addComment>('POST', `/works/${workId}/comments`, input, {
        idempotencyKey: key,
      })
      if (answer.code === FAILED) return false
      await refresh()
      return true
    },
    async remove(id: string): Promise<void> {
      const answer = await call<typeof commentRoutes.deleteComment>('DELETE', `/comments/${id}`)
      if (answer.code !== FAILED || answer.status === 404) await refresh()
    },
  }
}

export type CommentsOf = ReturnType<typeof useComments>
