import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works/works'
import { EyeIcon, HeartIcon } from '../../ui/icons.js'
import { formatNumber } from '../../ui/format.js'
import './counts.css'

/** Likes and views. The button `like`, which shows the number of likes itself, replaces the heart and its number. */
export function Counts({ counters: { likes, views }, like }: { counters: WorkCard['counters']; like?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ul className="counts tabular">
      <li>
        {like ?? (
          <>
            <HeartIcon />
            <span aria-hidden="true">{formatNumber(likes)}</span>
            <span className="visually-hidden">{t('home.likes', { count: likes })}</span>
          </>
        )}
      </li>
      <li>
        <EyeIcon />
        <span aria-hidden="true">{formatNumber(views)}</span>
        <span className="visually-hidden">{t('home.views', { count: views })}</span>
      </li>
    </ul>
  )
}
