import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { imageSizes } from '@toile/contracts/images/images.constants'
import type { WorkCard } from '@toile/contracts/works/works'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { Counts } from './Counts.js'
import { Picture } from '../../ui/Picture.js'
import { HeartIcon } from '../../ui/icons.js'
import { formatNumber } from '../../ui/format.js'
import { useLike } from './use-like.js'
import './tiles.css'

/** The maximum width of a tile in `.tiles`, for `sizes`. Windows from 1240 px on show at least four tiles in a row. */
export const TILE_SIZES = '(min-width: 1240px) 24vw, 32vw'
const ratio = imageSizes.cover.width / imageSizes.cover.height

interface Tile {
  work: WorkCard
  to?: string
  heading?: 'h2' | 'h3'
  sizes?: string
  first?: boolean
  children?: ReactNode
}

export function WorkTile({ work, to, heading: Heading = 'h2', sizes = TILE_SIZES, first = false, children }: Tile) {
  const { t } = useTranslation()
  // A tile with `to`, as in ComparePicker.tsx, is only a link to that address, so it has no like button.
  const mayLike = !to && work.state === 'released' && work.visibility === 'public'
  return (
    <li className="tile">
      <div className="tile-cover" style={{ aspectRatio: ratio }}>
        {work.cover ? (
          <Picture image={work.cover} sizes={sizes} first={first} />
        ) : (
          <span className="muted">{t('home.noCover')}</span>
        )}
      </div>
      <Heading className="tile-title">
        <Link to={to ?? paths.work(work.id)}>
          <bdi>{work.title || t('home.noTitle')}</bdi>
        </Link>
      </Heading>
      <div className="tile-line">
        <span className="tile-creator">
          <bdi>{work.creator.nickname || work.creator.name}</bdi>
        </span>
        <Counts counters={work.counters} like={mayLike ? <LikeButton work={work} /> : undefined} />
      </div>
      {children}
    </li>
  )
}

export function TileSkeleton() {
  return (
    <div className="tile">
      <Skeleton ratio={ratio} />
      <div className="tile-title">
        <Skeleton height={16} width="60%" />
      </div>
      <div className="tile-line">
        <Skeleton height={14} width="40%" />
      </div>
    </div>
  )
}

export function TileSkeletons({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <div className="tiles" role="status" aria-label={t('app.loading')}>
      {Array.from({ length: count }, (_, i) => (
        <TileSkeleton key={`s${i}`} />
      ))}
    </div>
  )
}

function LikeButton({ work }: { work: WorkCard }) {
  const { t } = useTranslation()
  const { liked, likes, press } = useLike(work)
  return (
    <button type="button" className="tile-like like" aria-pressed={liked} onClick={press}>
      <HeartIcon />
      <span className="visually-hidden">{t('likes.likeOf', { title: work.title || t('home.noTitle') })}</span>{' '}
      <span>{formatNumber(likes)}</span>
    </button>
  )
}
