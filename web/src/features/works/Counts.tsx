import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works'
import { EyeIcon, HeartIcon } from '../../ui/icons.js'
import { formatNumber } from '../../ui/format.js'
import './counts.css'

/** How often a work was liked and looked at. */
export function Counts({ counters: { likes, views } }: { counters: WorkCard['counters'] }) {
  const { t } = useTranslation()
  return (
    <ul className="counts tabular">
      <li>
        <HeartIcon />
        <span aria-hidden="true">{formatNumber(likes)}</span>
        <span className="visually-hidden">{t('home.likes', { count: likes })}</span>
      </li>
      <li>
        <EyeIcon />
        <span aria-hidden="true">{formatNumber(views)}</span>
        <span className="visually-hidden">{t('home.views', { count: views })}</span>
      </li>
    </ul>
  )
}
