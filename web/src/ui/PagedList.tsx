import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreButton } from './MoreButton.js'
import { LoadFailed } from './Notice.js'

interface PagedListProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>
  waiting: ReactNode
  failed: string
  empty: ReactNode
  moreClass?: string
  children: (items: T[]) => ReactNode
}

export function PagedList<T>({ list, waiting, failed, empty, moreClass, children }: PagedListProps<T>) {
  const items = list.data?.pages.flatMap((page) => page.items)
  if (list.isError && !items) return <LoadFailed text={failed} of={list} />
  if (!items) return waiting
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      <MoreButton list={list} className={moreClass} />
    </>
  )
}
