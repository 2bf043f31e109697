import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { workRoutes } from '@toile/contracts/works'
import { ask } from '../../api.js'
import { paths } from '../../paths.js'
import { useLive, useTopic } from '../../socket.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { TileSkeleton, WorkTile } from '../works/WorkTile.js'
import './home.css'

const FIRST_TILES = 12

/** The feed of released works, newest first. */
export function HomePage() {
  const { t } = useTranslation()
  const feed = useInfiniteQuery({
    queryKey: ['works', 'latest'],
    queryFn: ({ pageParam, signal }) =>
      ask<typeof workRoutes.listWorks>('GET', '/works', { sort: 'latest', cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const works = feed.data?.pages.flatMap((page) => page.items)

  return (
    <>
      <div className="home-head">
        <PageHeading title={t('app.home')} className="home-title">
          {t('home.title')}
        </PageHeading>
        <p className="home-intro">{t('home.intro')}</p>
      </div>
      <NewWorks known={works?.map((work) => work.id) ?? []} show={() => void feed.refetch()} />
      {feed.isError && (
        <LoadFailed text={t('home.failed')} reason={feed.error.message} retry={() => void feed.refetch()} />
      )}
      {works?.length === 0 && (
        <Notice text={t('home.empty')}>
          <ButtonLink to={paths.upload}>{t('app.upload')}</ButtonLink>
        </Notice>
      )}
      {feed.isPending && (
        <div className="tiles" role="status" aria-label={t('app.loading')}>
          {Array.from({ length: FIRST_TILES }, (_, i) => (
            <TileSkeleton key={`s${i}`} />
          ))}
        </div>
      )}
      {works && works.length > 0 && (
        <ul className="tiles" aria-label={t('home.list')}>
          {works.map((work, i) => (
            <WorkTile key={work.id} work={work} first={i < 4} />
          ))}
        </ul>
      )}
      {feed.hasNextPage && (
        <div className="home-more">
          <Button busy={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
            {t('home.more')}
          </Button>
        </div>
      )}
    </>
  )
}

/** How many works were released since the list was loaded. They are never put in by themselves: the page would jump. */
function NewWorks({ known, show }: { known: string[]; show: () => void }) {
  const { t } = useTranslation()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  useTopic('feed')
  useLive('work:released', ({ workId }) => setArrived((before) => new Set(before).add(workId)))
  const count = [...arrived].filter((id) => !known.includes(id)).length
  const onClick = () => {
    setArrived(new Set())
    show()
    scrollTo({ top: 0 })
  }
  return (
    <div role="status" className="home-new">
      {count > 0 && (
        <Button look="filled" onClick={onClick}>
          {t('home.newWorks', { count })}
        </Button>
      )}
    </div>
  )
}
