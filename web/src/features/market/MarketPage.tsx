import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Toasts } from '../../ui/toasts/Toasts.js'
import { TileSkeletons } from '../works/WorkTile.js'
import { MarketBar } from './MarketBar.js'
import { MarketSheet } from './MarketSheet.js'
import { MarketTile } from './MarketTile.js'
import { failureKey, useMarketAddress, useMarketItems } from './use-market.js'
import { loadNamespaces } from '../../i18n/index.js'
import './market.css'

await loadNamespaces({
  market: {
    en: () => import('../../locales/en/market.json'),
    'zh-CN': () => import('../../locales/zh-CN/market.json'),
  },
})

const COMING = 8
const FIRST_ROW = 4

/** The official market, as a page or in the desktop software, where nothing of the site stands around it. */
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
      {list.isError && !items && <LoadFailed text={t(failureKey(list.error))} retry={() => void list.refetch()} />}
      {list.isPending && <TileSkeletons count={COMING} />}
      {items?.length === 0 && <Notice text={t(isWhole ? 'market:empty' : 'market:noneFound')} />}
      <ul className="tiles" aria-label={t('market:title')} aria-busy={list.isPlaceholderData || undefined}>
        {items?.map((one, i) => (
          <MarketTile key={one.id} item={one} to={address.pathOf({ item: one.id })} first={i < FIRST_ROW} />
        ))}
      </ul>
      <MoreButton list={list} className="market-more" />
      {item && <MarketSheet key={item} id={item} close={() => address.go({ item: undefined })} />}
      {/* Elsewhere they stand around the page. */}
      {isInStudio && <Toasts />}
    </div>
  )
}
