import { useTranslation } from 'react-i18next'
import { marketAccesses, marketCategories } from '@toile/contracts/market/market.constants'
import { imageSizes } from '@toile/contracts/images/images.constants'
import type { MarketCard } from '@toile/contracts/market/market'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Toasts } from '../../ui/toasts/Toasts.js'
import { TileSkeletons, TILE_SIZES } from '../works/WorkTile.js'
import { MarketSheet } from './MarketSheet.js'
import { failureKey, useMarketAddress, useMarketItems } from './use-market.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'
import { Link } from '../../lib/router.js'
import { SearchInput } from '../../ui/forms/SearchInput.js'
import { formatBytes } from '../../ui/format.js'
import { Picture } from '../../ui/Picture.js'
import './market.css'
import '../../ui/tabs.css'

await loadNamespaces('market')

const COMING = 8
const FIRST_ROW = 4

/** In the desktop software, this page is shown without the header and footer of the site. */
export function MarketPage() {
  const { t } = useTranslation()
  const address = useMarketAddress()
  const { filter, item, isInStudio } = address
  const list = useMarketItems(filter)
  const items = list.data?.pages.flatMap((page) => page.items)
  const isWhole = !filter.category && !filter.access && !filter.q
  return (
    <div className="market" data-studio={isInStudio || undefined}>
      <header className="market-head">
        <PageHeading title={t('market:title')} />
        {!isInStudio && <p>{t('market:intro')}</p>}
      </header>
      <MarketBar {...address} />
      {list.isError && !items && <LoadFailed text={t(failureKey(list.error))} of={list} reason="" />}
      {list.isPending && <TileSkeletons count={COMING} />}
      {items?.length === 0 && <Notice text={t(isWhole ? 'market:empty' : 'market:noneFound')} />}
      <ul className="tiles" aria-label={t('market:title')} aria-busy={list.isPlaceholderData || undefined}>
        {items?.map((one, i) => (
          <MarketTile key={one.id} item={one} to={address.pathOf({ item: one.id })} first={i < FIRST_ROW} />
        ))}
      </ul>
      <MoreButton list={list} className="market-more" />
      {item && <MarketSheet key={item} id={item} close={() => address.go({ item: undefined })} />}
      {/* In the desktop software there is no site layout that shows the toasts. */}
      {isInStudio && <Toasts />}
    </div>
  )
}

function MarketBar({ filter, item, pathOf, go }: ReturnType<typeof useMarketAddress>) {
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
            {t(one ? `market:categories.${one}` : 'common.all')}
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
        // Keeps `item` in the address, because the user may open an item before the delayed search runs.
        search={(q) => go({ q, item })}
      />
    </div>
  )
}

const ratio = imageSizes.cover.width / imageSizes.cover.height

function MarketTile({ item, to, first }: { item: MarketCard; to: string; first: boolean }) {
  const { t } = useTranslation()
  const { formats } = item.contents
  return (
    <li className="tile">
      <div className="tile-cover market-cover" style={{ aspectRatio: ratio }}>
        {item.cover ? (
          <Picture image={item.cover} sizes={TILE_SIZES} first={first} />
        ) : (
          <span className="muted">{t('home.noCover')}</span>
        )}
        {item.access === 'entitled' && <span className="market-badge">{t('market:access.entitled')}</span>}
      </div>
      <h2 className="tile-title">
        <Link to={to} preventScrollReset>
          <bdi>{item.title}</bdi>
        </Link>
      </h2>
      <div className="tile-line">
        <span>{t(`market:categories.${item.category}`)}</span>
        <span className="tabular">
          {formats.join(' · ')} · {formatBytes(item.bytes)}
        </span>
      </div>
    </li>
  )
}
