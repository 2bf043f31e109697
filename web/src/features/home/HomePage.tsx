import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../ui/Notice.js'
import { TILE_SIZES, TileSkeletons, WorkTile } from '../works/WorkTile.js'
import { FeedEnd } from './FeedEnd.js'
import { FEATURED, Hero } from './Hero.js'
import { NewWorks } from './NewWorks.js'
import { useFeed } from './use-feed.js'
import './home.css'

const FIRST_TILES = 12
/** Tiles of the first row on a usual window; they load before the rest. */
const FIRST_ROW = 4

/** The feed of released works, newest first: the first few large beside the title, the rest as a gallery. */
export function HomePage() {
  const { t } = useTranslation()
  const feed = useFeed()
  const works = feed.data?.pages.flatMap((page) => page.items)
  const rest = works?.slice(FEATURED)
  const reload = () => void feed.refetch()

  return (
    <>
      <Hero works={works} isPending={feed.isPending} />
      <NewWorks known={works?.map((work) => work.id) ?? []} show={reload} />
      {feed.isError && !feed.isFetchNextPageError && (
        <LoadFailed text={t('home.failed')} reason={feed.error.message} retry={reload} />
      )}
      {(feed.isPending || (rest && rest.length > 0)) && <h2 className="home-section">{t('home.latest')}</h2>}
      {feed.isPending && <TileSkeletons count={FIRST_TILES} />}
      {rest && rest.length > 0 && (
        <ul className="tiles" aria-label={t('home.latest')}>
          {rest.map((work, i) => (
            <WorkTile key={work.id} work={work} heading="h3" sizes={TILE_SIZES} first={i < FIRST_ROW} />
          ))}
        </ul>
      )}
      <FeedEnd feed={feed} />
    </>
  )
}
