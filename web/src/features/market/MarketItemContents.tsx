import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketItem, MarketContents } from '@toile/contracts/market/market'
import { DescriptionList, type DescriptionRow } from '../../ui/DescriptionList.js'
import { formatBytes, formatNumber } from '../../ui/format.js'
import '../works/work-page/work-facts.css'

export function MarketItemContents({ item: { contents, bytes, licence } }: { item: MarketItem }) {
  const { t } = useTranslation()
  const id = useId()
  const textures = textureSizes(contents).map(({ size, count }) =>
    t('market:textureSizes', { count: formatNumber(count) as never, size: formatNumber(size) }),
  )
  const rows: DescriptionRow[] = [
    [t('market:formats'), contents.formats.join(', ')],
    [t('report.triangles'), contents.triangles === null ? t('market:noTriangles') : formatNumber(contents.triangles)],
    [t('report.textures'), textures.join(', ') || t('market:noTextures')],
    [t('market:size'), formatBytes(bytes)],
  ]
  return (
    <section aria-labelledby={id} className="market-inside">
      <h3 id={id}>{t('market:inside')}</h3>
      <DescriptionList className="work-facts" rows={rows} />
      <p>
        <span className="muted">{t('market:licence')}: </span>
        {licence}
      </p>
    </section>
  )
}

function textureSizes({ texturesPx }: MarketContents): { size: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const size of texturesPx) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].map(([size, count]) => ({ size, count })).sort((one, other) => other.size - one.size)
}
