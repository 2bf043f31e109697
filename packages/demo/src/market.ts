import { newId } from '@toile/contracts/ids'
import type { Image } from '@toile/contracts/images/images'
import type { MarketAccess, MarketCategory } from '@toile/contracts/market/market.constants'
import type { Work } from '@toile/contracts/works/works'
import type { Db } from '@toile/db/client'
import { insertMarketItem, showMarketItem } from '@toile/db/market/market-backstage'

interface DemoItem {
  title: string
  intro: string
  category: MarketCategory
  access: MarketAccess
  /** Title of the work that provides the file. */
  of: string
}

const LICENCE = 'Free for your own and for clients’ garments; not to be sold again as a file.'

const items: readonly DemoItem[] = [
  {
    title: 'Camel coat, double-breasted',
    intro: 'A long coat with generous lapels and patch pockets, ready to be recut. Sewn from separate panels.',
    category: 'garment',
    access: 'entitled',
    of: 'Double-breasted camel coat',
  },
  {
    title: 'Oxblood bag with a brass lock',
    intro: 'Pebbled calf and saddle stitches. The lock turns; the handle stands up by itself.',
    category: 'accessory',
    access: 'free',
    of: 'Top-handle bag in oxblood',
  },
  {
    title: 'Silk satin on the bias',
    intro: 'A satin with a soft, wide highlight, in wine, champagne and black. Shown on a slip dress.',
    category: 'fabric',
    access: 'free',
    of: '斜裁真丝吊带裙',
  },
  {
    title: 'Flat sequins, scattered',
    intro: 'Thousands of flat sequins, no two at the same angle. Take them off the skirt and onto your own cut.',
    category: 'trim',
    access: 'free',
    of: 'Sequin skirt for the last dance',
  },
]

export async function offerDemoItems(db: Db, works: ReadonlyMap<string, Work>): Promise<void> {
  const there = await db.selectFrom('market_items').select('title').execute()
  const titles = new Set(there.map(({ title }) => title))
  for (const { of, ...item } of items) {
    const work = works.get(of)
    if (titles.has(item.title) || !work?.model || !work.uploadId) continue
    const order = (picture: Image) => ['three-quarter', 'front', 'side', 'back'].indexOf(picture.angle ?? '')
    const pictures = work.previews.filter(({ angle }) => angle).sort((one, other) => order(one) - order(other))
    const id = newId()
    await insertMarketItem(db, id, {
      ...item,
      licence: LICENCE,
      image_ids: pictures.slice(0, 4).map((picture) => picture.id),
      upload_id: work.uploadId,
      formats: ['GLB'],
      triangles: work.model.facts.triangles,
      textures_px: work.model.facts.textures
        .map(({ widthPx, heightPx }) => Math.max(widthPx, heightPx))
        .sort((one, other) => other - one),
    })
    await showMarketItem(db, id, true)
  }
}
