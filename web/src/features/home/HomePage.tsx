import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { feedSorts } from '@toile/contracts/works/works.constants'
import { useSearchParams } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { TILE_SIZES, TileSkeletons, WorkTile } from '../works/WorkTile.js'
import { FeedBar } from './FeedBar.js'
import { FeedEnd } from './FeedEnd.js'
import { FEATURED, Hero } from './Hero.js'
import { useFeed, type FeedFilter } from './use-feed.js'
import { useLive, useTopic } from '../../lib/socket.js'
import { Button } from '../../ui/Button.js'
import './home.css'

const FeedNotes = lazy(() => import('./FeedNotes.js'))

const FIRST_TILES = 12
/** Number of tiles in the first row of a window of usual width. The pictures of these tiles load with priority. */
const FIRST_ROW = 4

function useFilter(): FeedFilter {
  const [search] = useSearchParams()
  return {
    sort: feedSorts.find((one) => one === search.get('sort')) ?? 'latest',
    category: search.get('category') ?? '',
    tag: search.get('tag') ?? '',
    q: search.get('q') ?? '',
  }
}

export function HomePage() {
  const { t } = useTranslation()
  const filter = useFilter()
  const isWhole = filter.sort === 'latest' && !filter.category && !filter.tag && !filter.q
  const isVisitor = useSession() === undefined
  // The server refuses the feed `following` to visitors, so it is not requested.
  const isAsked = !(filter.sort === 'following' && isVisitor)
  const feed = useFeed(filter, isAsked)
  // While the unfiltered feed loads, the results of the previous filter must not be shown as the newest works.
  const isComing = feed.isPending || (isWhole && feed.isPlaceholderData)
  const works = isComing ? undefined : feed.data?.pages.flatMap((page) => page.items)
  const shown = isWhole ? works?.slice(FEATURED) : works
  const isPending = isComing && isAsked
  const isEmpty = isWhole ? shown?.length === 0 && works!.length > 0 : works?.length === 0 || !isAsked
  const reload = () => void feed.refetch()

  return (
    <>
      {isWhole ? (
        <Hero works={works} isPending={isPending} />
      ) : (
        <PageHeading title={t('home.found')} className="visually-hidden" />
      )}
      <FeedBar filter={filter} />
      {(filter.tag || isEmpty) && (
        <Suspense fallback={<div className="feed-tag" />}>
          <FeedNotes filter={filter} isEmpty={isEmpty} isVisitor={isVisitor} />
        </Suspense>
      )}
      {isWhole && <NewWorks known={works?.map((work) => work.id) ?? []} show={reload} />}
      {feed.isError && !feed.isFetchNextPageError && <LoadFailed text={t('home.failed')} of={feed} retry={reload} />}
      {isPending && <TileSkeletons count={FIRST_TILES} />}
      {shown && shown.length > 0 && (
        <ul
          className="tiles"
          aria-label={t(isWhole ? 'home.latest' : 'home.found')}
          aria-busy={feed.isPlaceholderData || undefined}
        >
          {shown.map((work, i) => (
            <WorkTile key={work.id} work={work} heading="h2" sizes={TILE_SIZES} first={i < FIRST_ROW} />
          ))}
        </ul>
      )}
      <FeedEnd feed={feed} />
    </>
  )
}

/** Offers the works that were released since the feed was loaded. Inserting them automatically would move the page. */
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
        <Button variant="filled" onClick={onClick}>
          {t('home.newWorks', { count })}
        </Button>
      )}
    </div>
  )
}
