import { useTranslation } from 'react-i18next'
import { imageSizes } from '@toile/contracts/images/images.constants'
import type { WorkCard } from '@toile/contracts/works/works'
import { Picture } from '../../../ui/Picture.js'

const ratio = imageSizes.cover.width / imageSizes.cover.height

interface Tile {
  work: WorkCard
  isEntered: boolean
  isChosen: boolean
  isFull: boolean
  problem: string | undefined
  toggle: (on: boolean) => void
}

export function PickTile({ work, isEntered, isChosen, isFull, problem, toggle }: Tile) {
  const { t } = useTranslation()
  const isPrivate = work.visibility === 'private'
  const cannot = isEntered
    ? t('activities:picker.already')
    : isPrivate
      ? t('activities:picker.privateFirst')
      : undefined
  return (
    <li>
      <label className="pick" data-cannot={cannot !== undefined}>
        <span className="tile-cover" style={{ aspectRatio: ratio }}>
          {work.cover && <Picture image={work.cover} sizes="150px" />}
          <input
            type="checkbox"
            checked={isChosen}
            disabled={cannot !== undefined || (isFull && !isChosen)}
            onChange={(event) => toggle(event.target.checked)}
          />
        </span>
        <span className="pick-title">
          <bdi>{work.title || t('home.noTitle')}</bdi>
        </span>
        {cannot && <span className="muted pick-note">{cannot}</span>}
        {problem && (
          <span className="pick-note field-error" role="alert">
            {problem}
          </span>
        )}
      </label>
    </li>
  )
}
