import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works'
import { Button } from '../../ui/Button.js'
import { LoadFailed } from '../../ui/Notice.js'
import { TileSkeletons } from './WorkTile.js'

const SKELETONS = 4

interface WorkPagesProps {
  list: UseInfiniteQueryResult<InfiniteData<{ items: WorkCard[] }>>
  failed: string
  /** What stands there when the list is empty. */
  empty: ReactNode
  children: (works: WorkCard[]) => ReactNode
}

/** Works that come a page at a time: on their way, refused, none, or there, with a button for more. */
export function WorkPages({ list, failed, empty, children }: WorkPagesProps) {
  const { t } = useTranslation()
  const works = list.data?.pages.flatMap((page) => page.items)
  if (list.isError && !works)
    return <LoadFailed text={failed} reason={list.error.message} retry={() => void list.refetch()} />
  if (!works) return <TileSkeletons count={SKELETONS} />
  if (works.length === 0) return empty
  return (
    <>
      {children(works)}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('home.more')}
        </Button>
      )}
    </>
  )
}
