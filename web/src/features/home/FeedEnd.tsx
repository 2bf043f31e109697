import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.js'
import { LoadFailed } from '../../ui/Notice.js'
import { TileSkeletons } from '../works/WorkTile.js'
import type { Feed } from './use-feed.js'

/** The next page is loaded when the feed ends less than 900 px (about two rows of tiles) below the window. */
const AHEAD = '0px 0px 900px 0px'
/** After this many pages, a button loads each further page, so that the footer can be reached. */
const AUTOMATIC_PAGES = 5
const NEXT_TILES = 4

export function FeedEnd({ feed }: { feed: Feed }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const pages = feed.data?.pages.length ?? 0
  const next = () => void feed.fetchNextPage()
  const isAutomatic = feed.hasNextPage && pages < AUTOMATIC_PAGES && !feed.isError && !feed.isFetchingNextPage
  const onNear = useEffectEvent(next)
  useEffect(() => {
    if (!isAutomatic || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: AHEAD })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isAutomatic])

  return (
    <div ref={end} className="home-end">
      {feed.isFetchingNextPage && <TileSkeletons count={NEXT_TILES} />}
      {feed.isFetchNextPageError && <LoadFailed text={t('home.moreFailed')} of={feed} retry={next} />}
      {feed.hasNextPage && pages >= AUTOMATIC_PAGES && !feed.isFetchingNextPage && !feed.isError && (
        <Button className="home-more" onClick={next}>
          {t('home.more')}
        </Button>
      )}
    </div>
  )
}
