import { Type, type Static } from 'typebox'
import { backstageStates } from '../courses/courses.constants.js'
import { Image } from '../images/images.js'
import {
  marketAccesses,
  marketCategories,
  marketColumns,
  marketTitleLength,
  MAX_LICENCE_LENGTH,
  MAX_MARKET_DESCRIPTION_LENGTH,
  MAX_MARKET_FORMATS,
  MAX_MARKET_INTRO_LENGTH,
  MAX_MARKET_PICTURES,
  MAX_MARKET_TRIANGLES,
  MAX_TEXTURE_SIDE_PX,
} from './market.constants.js'
import { declareRoutes, reads } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { GivenReason, tableQuery } from '../backstage/tables.js'
import { MAX_SEARCH_LENGTH } from '../works/works.constants.js'
import { paths as backstagePaths } from './market-backstage.paths.js'
import { paths } from './market.paths.js'

const Format = Type.String({ pattern: '^[A-Z0-9][A-Z0-9+.-]{0,15}$', maxLength: 16 })

export const MarketContents = StrictObject({
  formats: Type.Array(Format, { maxItems: MAX_MARKET_FORMATS }),
  triangles: Nullable(Type.Integer({ minimum: 0, maximum: MAX_MARKET_TRIANGLES })),
  texturesPx: Type.Array(Type.Integer({ minimum: 1, maximum: MAX_TEXTURE_SIDE_PX }), { maxItems: 100 }),
})
export type MarketContents = Static<typeof MarketContents>

export const MarketCard = StrictObject({
  id: Id,
  title: Text(marketTitleLength.max),
  category: Enum(marketCategories),
  access: Enum(marketAccesses),
  cover: Nullable(Image),
  bytes: Type.Integer(),
  contents: MarketContents,
  downloads: Type.Integer(),
  publishedAt: Nullable(Time),
})
export type MarketCard = Static<typeof MarketCard>

export const MarketItem = StrictObject({
  ...MarketCard.properties,
  intro: Text(MAX_MARKET_INTRO_LENGTH),
  /** Rich text. The URLs of its images expire. */
  description: Text(MAX_MARKET_DESCRIPTION_LENGTH * 16),
  licence: Text(MAX_LICENCE_LENGTH),
  pictures: Type.Array(Image),
  filename: Text(255),
  allowed: Type.Boolean(),
  version: Type.Integer(),
})
export type MarketItem = Static<typeof MarketItem>

const fields = {
  title: WrittenText({ max: marketTitleLength.max }),
  intro: WrittenText({ max: MAX_MARKET_INTRO_LENGTH }),
  description: Text(MAX_MARKET_DESCRIPTION_LENGTH * 4),
  category: Enum(marketCategories),
  access: Enum(marketAccesses),
  licence: WrittenText({ max: MAX_LICENCE_LENGTH }),
  imageIds: Type.Array(Id, { maxItems: MAX_MARKET_PICTURES }),
  /** An upload of kind `model` or `file`. */
  uploadId: Id,
  /** Only for uploads of kind `file`. For models, Toile measures the contents. */
  contents: StrictObject({
    formats: MarketContents.properties.formats,
    triangles: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MARKET_TRIANGLES })),
    texturesPx: Type.Optional(MarketContents.properties.texturesPx),
  }),
}
const MarketInput = Type.Partial(StrictObject(fields), { additionalProperties: false })
export type MarketInput = Static<typeof MarketInput>

const backstage = { access: 'admin', response: MarketItem } as const

export const BackstageMarketItem = StrictObject({ ...MarketCard.properties, updatedAt: Time })
export type BackstageMarketItem = Static<typeof BackstageMarketItem>

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listMarketItems: {
      summary: 'Lists published items, latest first',
      access: 'public',
      rate: reads(5),
      query: StrictObject({
        ...PageQuery,
        category: Type.Optional(Enum(marketCategories)),
        access: Type.Optional(Enum(marketAccesses)),
        /** Words to find in title, introduction, category and formats, in English and Chinese. */
        q: Type.Optional(WrittenText({ max: MAX_SEARCH_LENGTH * 4 })),
      }),
      response: PageOf(MarketCard),
    },
    getMarketItem: {
      summary: 'Returns an item with its contents; unpublished ones only to administrators',
      access: 'public',
      rate: reads(1),
      response: MarketItem,
    },
    downloadMarketItem: {
      summary: 'Returns a link to the file, valid for the caller for five minutes; counts one download per user',
      access: 'user',
      rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
      response: StrictObject({ url: Text(2048), expiresAt: Time, bytes: Type.Integer(), filename: Text(255) }),
    },
    getMarketFile: {
      summary: 'Returns the file of an item by its download link',
      access: 'public',
      rate: reads(1),
      params: StrictObject({ id: Text(255) }),
      query: StrictObject({
        user: Type.Optional(Text(36)),
        expires: Type.Optional(Type.Integer()),
        signature: Type.Optional(Text(64)),
      }),
      status: 200,
    },
    listBackstageMarketItems: {
      summary: 'Lists all items, last edited first',
      access: 'admin',
      query: tableQuery(marketColumns, {
        state: Type.Optional(Enum(backstageStates)),
        category: Type.Optional(Enum(marketCategories)),
        access: Type.Optional(Enum(marketAccesses)),
      }),
      response: TableOf(BackstageMarketItem),
    },
    createMarketItem: {
      summary: 'Creates an item that only administrators see; every field is optional',
      access: 'admin',
      body: MarketInput,
      status: 201,
      response: MarketItem,
    },
    getBackstageMarketItem: {
      ...backstage,
      summary: 'Returns an item, published or not',
    },
    updateMarketItem: {
      ...backstage,
      summary: 'Edits an item; `clear` lists fields to empty',
      body: Type.Partial(
        StrictObject({ ...fields, clear: Type.Array(Enum(['intro', 'description'] as const), { maxItems: 2 }) }),
        {
          additionalProperties: false,
        },
      ),
    },
    deleteMarketItem: {
      summary: 'Deletes an unpublished item',
      access: 'admin',
      body: GivenReason,
    },
    publishMarketItem: {
      ...backstage,
      summary: 'Publishes an item; 422 lists missing fields',
    },
    withdrawMarketItem: {
      ...backstage,
      summary: 'Unpublishes an item; its download links end immediately',
      body: GivenReason,
    },
  },
)
