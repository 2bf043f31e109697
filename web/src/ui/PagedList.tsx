import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreButton } from './MoreButton.js'
import { LoadFailed } from './Notice.js'

interface PagedListProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>
  /** What stands there until the first page is. */
  waiting: ReactNode
  failed: string
  /** What stands there when the list is empty. */
  empty: ReactNode
  /** Of the button for more. */
  moreClass?: string
  children: (items: T[]) => ReactNode
}

/** What comes a page at a time: on its way, refused, none, or there, with a button for more. */
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
