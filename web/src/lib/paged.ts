import { useInfiniteQuery, type InfiniteData, type QueryKey, type UseInfiniteQueryOptions } from '@tanstack/react-query'

interface Page {
  items: unknown[]
  nextCursor: string | null
}
type Options<P extends Page> = Partial<
  Pick<
    UseInfiniteQueryOptions<P, Error, InfiniteData<P>, QueryKey, string>,
    'enabled' | 'initialPageParam' | 'placeholderData' | 'retry' | 'staleTime'
  >
>

/** A list that the server sends in pages. `load` gets the cursor of a page, which is empty for the first page. */
export const usePaged = <P extends Page>(
  queryKey: QueryKey,
  load: (cursor: string, options: { signal: AbortSignal }) => Promise<P>,
  options?: Options<P>,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    ...options,
  })

export const mapItems = <P extends { items: unknown[] }>(
  data: InfiniteData<P>,
  to: (item: P['items'][number]) => P['items'][number],
): InfiniteData<P> => ({ ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(to) })) })
