import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '@toile/contracts/languages.constants'
import { feedSorts } from '@toile/contracts/works/works.constants'
import { categoriesQuery } from '../works/categories.js'
import { paths } from '../../lib/paths.js'
import { Link, useNavigate } from '../../lib/router.js'
import { SearchInput } from '../../ui/forms/SearchInput.js'
import type { FeedFilter } from './use-feed.js'
import '../../ui/tabs.css'

/** Order, category and search of the feed, which are kept in the address. FeedNotes shows the tag of the feed. */
export function FeedBar({ filter }: { filter: FeedFilter }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { data } = useQuery(categoriesQuery)
  const go = (to: Partial<FeedFilter>) =>
    void navigate(paths.feed({ ...filter, ...to }), { replace: true, preventScrollReset: true, flushSync: true })
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
        value={filter.category}
        onChange={({ target }) => go({ category: target.value })}
      >
        <option value="">{t('home.everything')}</option>
        {data?.items.map(
          ({ slug, names, hidden }) =>
            (!hidden || slug === filter.category) && (
              <option key={slug} value={slug}>
                {names[i18n.language as Language]}
              </option>
            ),
        )}
      </select>
      <SearchInput
        aria-label={t('home.search')}
        placeholder={t('home.search')}
        value={filter.q}
        search={(q) => go({ q })}
      />
    </div>
  )
}
