import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works'
import { HeartIcon } from '../../ui/icons.js'
import { formatNumber } from '../../ui/format.js'
import { useLike } from './use-like.js'

/** The like of a tile: its heart, and how many there are. */
export function LikeButton({ work }: { work: WorkCard }) {
  const { t } = useTranslation()
  const like = useLike(work)
  return (
    <button type="button" className="tile-like like" aria-pressed={work.liked} onClick={() => void like()}>
      <HeartIcon />
      <span className="visually-hidden">{t('likes.likeOf', { title: work.title || t('home.noTitle') })}</span>{' '}
      <span>{formatNumber(work.counters.likes)}</span>
    </button>
  )
}
