import { useTranslation } from 'react-i18next'
import type { ActivityCard } from '@toile/contracts/activities/activities'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { Link } from '../../lib/router.js'
import { Picture } from '../../ui/Picture.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { formatMoney } from './money.js'
import { activityPaths } from './paths.js'
import { PhaseChip } from './PhaseChip.js'
import { untilText } from './remaining.js'
import './activities.css'

const ratio = imageSizes.cover.width / imageSizes.cover.height
/** The widths of the pictures. A row has three tiles in the narrowest window, and four tiles in a wide window. */
const TILE_SIZES = '(min-width: 1500px) 24vw, 32vw'

interface Tile {
  activity: ActivityCard
  nowMs: number
  heading: 'h2' | 'h3'
  first: boolean
}

export function ActivityTile({ activity, nowMs, heading: Heading, first }: Tile) {
  const { t } = useTranslation()
  const { id, title, cover, phase, prize, participants, works } = activity
  return (
    <li className="activity-tile" data-phase={phase}>
      <div className="activity-cover" style={{ aspectRatio: ratio }}>
        {cover ? <Picture image={cover} sizes={TILE_SIZES} first={first} /> : <NoCover title={title} />}
        <PhaseChip phase={phase} />
      </div>
      <Heading>
        <Link to={activityPaths.detail(id)} className="activity-theirs">
          <bdi>{title}</bdi>
        </Link>
      </Heading>
      <p className="activity-tile-prize tabular">{prize.amount > 0 ? formatMoney(prize) : t('activities:noPrize')}</p>
      <p className="activity-tile-line">
        <span>{untilText(t, activity, nowMs)}</span>
        <span className="tabular">
          {works > 0 ? t('activities:works', { count: works }) : t('activities:registered', { count: participants })}
        </span>
      </p>
    </li>
  )
}

export function NoCover({ title }: { title: string }) {
  return (
    <span className="activity-no-cover activity-theirs" aria-hidden="true">
      <bdi>{title}</bdi>
    </span>
  )
}

export function ActivitySkeletons() {
  const { t } = useTranslation()
  return (
    <div className="activity-tiles" role="status" aria-label={t('app.loading')}>
      {Array.from({ length: 3 }, (_, i) => (
        <div key={`s${i}`} className="activity-tile">
          <Skeleton ratio={ratio} />
          <Skeleton height={20} width="70%" />
          <Skeleton height={28} width="40%" />
        </div>
      ))}
    </div>
  )
}
