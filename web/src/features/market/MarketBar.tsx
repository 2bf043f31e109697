import { useTranslation } from 'react-i18next'
import { marketAccesses, marketCategories } from '@toile/contracts/market/market.constants'
import { Link } from '../../lib/router.js'
import { SearchInput } from '../../ui/forms/SearchInput.js'
import type { useMarketAddress } from './use-market.js'
import '../../ui/tabs.css'

/** What of the market is shown: category, whom it is for, and words. */
export function MarketBar({ filter, item, pathOf, go }: ReturnType<typeof useMarketAddress>) {
  const { t } = useTranslation()
  return (
    <div className="market-bar">
      <nav className="tabs" aria-label={t('market:categoriesLabel')}>
        {[undefined, ...marketCategories].map((one) => (
          <Link
            key={one ?? ''}
            to={pathOf({ category: one })}
            replace
            preventScrollReset
            aria-current={one === filter.category ? 'page' : undefined}
          >
            {t(one ? `market:categories.${one}` : 'market:everything')}
          </Link>
        ))}
      </nav>
      <select
        className="input"
        aria-label={t('market:accessLabel')}
        value={filter.access ?? ''}
        onChange={({ target }) => go({ access: marketAccesses.find((one) => one === target.value) })}
      >
        <option value="">{t('market:anyAccess')}</option>
        {marketAccesses.map((one) => (
          <option key={one} value={one}>
            {t(`market:access.${one}`)}
          </option>
        ))}
      </select>
      <SearchInput
        aria-label={t('market:search')}
        placeholder={t('market:search')}
        value={filter.q}
        // An item may have been opened since the last key.
        search={(q) => go({ q, item })}
      />
    </div>
  )
}
