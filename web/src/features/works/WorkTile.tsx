import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { imageSizes } from '@toile/contracts/images.constants'
import type { WorkCard } from '@toile/contracts/works'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { formatNumber } from '../../ui/format.js'
import { WorkPicture } from './WorkPicture.js'
import './tiles.css'

/** Tiles are at least this wide and share the rest of the row; see tiles.css. */
const TILE_SIZES = '(min-width: 1920px) 308px, 26vw'
const ratio = imageSizes.cover.width / imageSizes.cover.height

/** A work in a list: its cover, then two lines. The link covers the whole tile; `first` ones load before the rest. */
export function WorkTile({ work, first = false, children }: { work: WorkCard; first?: boolean; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className="tile">
      <div className="tile-cover" style={{ aspectRatio: ratio }}>
        {work.cover ? (
          <WorkPicture image={work.cover} sizes={TILE_SIZES} first={first} />
        ) : (
          <span className="muted">{t('home.noCover')}</span>
        )}
      </div>
      <h2 className="tile-title">
        <Link to={paths.work(work.id)}>{work.title || t('work.noTitle')}</Link>
      </h2>
      <p className="tile-line">
        <span className="tile-creator">{work.creator.nickname || work.creator.name}</span>
        <span className="tabular">
          {formatNumber(work.counters.likes)} {t('home.likes')}
        </span>
      </p>
      {children}
    </li>
  )
}

/** The size of a tile that is coming. */
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
