import { useTranslation } from 'react-i18next'
import { categories, feedSorts } from '@toile/contracts/works.constants'
import { paths } from '../../paths.js'
import { Link, useNavigate } from '../../router.js'
import type { FeedFilter } from './use-feed.js'
import '../../ui/field.css'
import '../../ui/tabs.css'

/** What of the feed is shown: order, category and words. All of it stands in the address. */
export function FeedBar({ filter }: { filter: FeedFilter }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const go = (to: Partial<FeedFilter>) =>
    void navigate(paths.feed({ ...filter, ...to }), { replace: true, preventScrollReset: true })
  return (
    <div className="feed-bar">
      <nav className="tabs" aria-label={t('home.order')}>
        {feedSorts.map((sort) => (
          <Link
            key={sort}
            to={paths.feed({ ...filter, sort })}
            preventScrollReset
            aria-current={sort === filter.sort ? 'page' : undefined}
          >
            {t(`home.sorts.${sort}`)}
          </Link>
        ))}
      </nav>
      <select
        className="input"
        aria-label={t('home.category')}
        value={filter.category ?? ''}
        onChange={({ target }) => go({ category: categories.find((one) => one === target.value) })}
      >
        <option value="">{t('home.everything')}</option>
        {categories.map((one) => (
          <option key={one} value={one}>
            {t(`categories.${one}`)}
          </option>
        ))}
      </select>
      <input
        type="search"
        className="input"
        aria-label={t('home.search')}
        placeholder={t('home.search')}
        value={filter.q}
        onChange={({ target }) => go({ q: target.value })}
      />
    </div>
  )
}
