import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreButton } from './MoreButton.js'
import { LoadFailed } from './Notice.js'

interface PagedListProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>
  /** Shown while the first page loads. */
  waiting: ReactNode
  failed: string
  /** Shown for an empty list. */
  empty: ReactNode
  /** Class of the "more" button. */
  moreClass?: string
  children: (items: T[]) => ReactNode
}

/** A paged list with its loading, error and empty states. */
export function PagedList<T>({ list, waiting, failed, empty, moreClass, children }: PagedListProps<T>) {
  const items = list.data?.pages.flatMap((page) => page.items)
  if (list.isError && !items)
    return <LoadFailed text={failed} reason={list.error.message} retry={() => void list.refetch()} />
  if (!items) return waiting
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      <MoreButton list={list} className={moreClass} />
    </>
  )
}
