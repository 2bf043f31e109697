import { useTranslation } from 'react-i18next'
import { imageSizes } from '@toile/contracts/images/images.constants'
import type { MarketCard } from '@toile/contracts/market/market'
import { Link } from '../../lib/router.js'
import { formatBytes } from '../../ui/format.js'
import { Picture } from '../../ui/Picture.js'
import { TILE_SIZES } from '../works/WorkTile.js'

const ratio = imageSizes.cover.width / imageSizes.cover.height

/** An item in the grid: its picture, then what it is. The link covers the whole tile. */
export function MarketTile({ item, to, first }: { item: MarketCard; to: string; first: boolean }) {
  const { t } = useTranslation()
  const { formats } = item.contents
  return (
    <li className="tile">
      <div className="tile-cover market-cover" style={{ aspectRatio: ratio }}>
        {item.cover ? (
          <Picture image={item.cover} sizes={TILE_SIZES} first={first} />
        ) : (
          <span className="muted">{t('market:noPicture')}</span>
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
