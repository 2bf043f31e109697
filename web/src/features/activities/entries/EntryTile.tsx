import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entry } from '@toile/contracts/activities/activity-entries'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { Picture } from '../../../ui/Picture.js'
import { WorkLink } from '../../works/WorkLink.js'
import { TILE_SIZES } from '../../works/WorkTile.js'
import { formatScore } from '../jury/scores.js'

const ratio = imageSizes.cover.width / imageSizes.cover.height

interface Tile {
  entry: Entry
  heading: 'h2' | 'h3'
  sizes?: string
  children?: ReactNode
}

export function EntryTile({ entry, heading: Heading, sizes = TILE_SIZES, children }: Tile) {
  const { t } = useTranslation()
  const { title, cover, creator, open, workId, award, rank, score, disqualified, mine } = entry
  const name = title || t('home.noTitle')
  return (
    <li className="tile entry" data-disqualified={disqualified !== null}>
      <div className="tile-cover" style={{ aspectRatio: ratio }}>
        {cover ? <Picture image={cover} sizes={sizes} /> : <span className="muted">{t('home.noCover')}</span>}
        {award && (
          <span className="entry-award">
            <bdi>{award.title}</bdi>
          </span>
        )}
        {disqualified && <span className="entry-award">{t('activities:disqualified')}</span>}
      </div>
      <Heading className="tile-title">
        <WorkLink id={open && workId} title={name} />
      </Heading>
      <p className="tile-line">
        <span className="tile-creator">
          {creator ? creator.nickname || creator.name : !mine && t('activities:hiddenCreator')}
        </span>
        {score !== null && (
          <span className="tabular">{t('activities:winners.score', { score: formatScore(score) })}</span>
        )}
        {score === null && rank !== null && !award && (
          <span className="tabular">{t('activities:winners.rank', { rank })}</span>
        )}
      </p>
      {children}
    </li>
  )
}
