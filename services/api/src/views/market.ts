import type { MarketCard, MarketItem } from '@toile/contracts/market/market'
import type { Db } from '@toile/db/client'
import type { MarketRow } from '@toile/db/market/market'
import type { Links } from '@toile/runtime/links'
import { withImages } from '../rich-text.js'
import { imageView } from './images.js'
import { imagesById } from './present-works.js'

export function createPresentMarket(links: Links) {
  const cards = async (db: Db, rows: readonly MarketRow[]): Promise<MarketCard[]> => {
    const covers = await imagesById(
      db,
      rows.map((row) => row.imageIds[0] ?? null),
    )
    return rows.map((row) => {
      const cover = covers.get(row.imageIds[0] ?? '')
      return {
        id: row.id,
        title: row.title,
        category: row.category,
        access: row.access,
        cover: cover ? imageView(cover, links) : null,
        bytes: row.bytes ?? 0,
        contents: { formats: row.formats, triangles: row.triangles, texturesPx: row.texturesPx },
        downloads: row.downloads,
        publishedAt: row.publishedAt?.toISOString() ?? null,
      }
    })
  }
  return {
    cards,
    async item(db: Db, row: MarketRow, allowed: boolean): Promise<MarketItem> {
      const images = await imagesById(db, [...row.imageIds, ...row.inlineIds])
      return {
        ...(await cards(db, [row]))[0]!,
        intro: row.intro,
        description: withImages(row.description, images, links),
        licence: row.licence,
        pictures: row.imageIds.flatMap((id) => (images.has(id) ? imageView(images.get(id)!, links) : [])),
        filename: row.filename ?? '',
        allowed,
        version: row.version,
      }
    },
  }
}
