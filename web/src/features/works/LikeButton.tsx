import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works/works'
import { HeartIcon } from '../../ui/icons.js'
import { formatNumber } from '../../ui/format.js'
import { useLike } from './use-like.js'

/** The like of a tile: its heart, and how many there are. */
export function LikeButton({ work }: { work: WorkCard }) {
  const { t } = useTranslation()
  const { liked, likes, press } = useLike(work)
  return (
    <button type="button" className="tile-like like" aria-pressed={liked} onClick={() => void press()}>
      <HeartIcon />
      <span className="visually-hidden">{t('likes.likeOf', { title: work.title || t('home.noTitle') })}</span>{' '}
      <span>{formatNumber(likes)}</span>
    </button>
  )
}
