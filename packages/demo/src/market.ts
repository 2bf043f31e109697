import { newId } from '@toile/contracts/ids'
import type { Image } from '@toile/contracts/images/images'
import type { Language } from '@toile/contracts/languages.constants'
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
  language: Language
}

const licences = {
  en: 'Free to use in your own and your clients’ garments. Don’t resell the file.',
  'zh-CN': '可免费用于你自己和客户的服装，不得转售文件。',
}

const items: readonly DemoItem[] = [
  {
    title: 'Camel coat, double-breasted',
    intro: 'A long coat with generous lapels and patch pockets, ready to be recut. Sewn from separate panels.',
    category: 'garment',
    access: 'entitled',
    of: 'Double-breasted camel coat',
    language: 'en',
  },
  {
    title: '牛血红手提包，黄铜锁扣',
    intro: '荔枝纹小牛皮，马鞍针缝制。锁扣可以转动，提手能够自行立起。',
    category: 'accessory',
    access: 'free',
    of: 'Top-handle bag in oxblood',
    language: 'zh-CN',
  },
  {
    title: '斜裁真丝缎',
    intro: '高光柔和宽阔的真丝缎，有酒红、香槟和黑色三种配色，以吊带裙展示。',
    category: 'fabric',
    access: 'free',
    of: '斜裁真丝吊带裙',
    language: 'zh-CN',
  },
  {
    title: 'Flat sequins, scattered',
    intro: 'Thousands of flat sequins, no two at the same angle. Take them off the skirt and onto your own cut.',
    category: 'trim',
    access: 'free',
    of: 'Sequin skirt for the last dance',
    language: 'en',
  },
]

export async function offerDemoItems(db: Db, works: ReadonlyMap<string, Work>): Promise<void> {
  const there = await db.selectFrom('market_items').select('title').execute()
  const titles = new Set(there.map(({ title }) => title))
  for (const { of, language, ...item } of items) {
    const work = works.get(of)
    if (titles.has(item.title) || !work?.model || !work.uploadId) continue
    const order = (picture: Image) => ['three-quarter', 'front', 'side', 'back'].indexOf(picture.angle ?? '')
    const pictures = work.previews.filter(({ angle }) => angle).sort((one, other) => order(one) - order(other))
    const id = newId()
    await insertMarketItem(db, id, {
      ...item,
      licence: licences[language],
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
