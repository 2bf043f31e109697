import type { TableColumns } from '../backstage/tables.constants.js'
export const marketCategories = ['garment', 'accessory', 'fabric', 'trim', 'avatar', 'pose', 'scene', 'other'] as const
export type MarketCategory = (typeof marketCategories)[number]

/** `free`: for every signed-in user. `entitled`: for users with days left on their S codes. */
export const marketAccesses = ['free', 'entitled'] as const
export type MarketAccess = (typeof marketAccesses)[number]

/** Counted in code points of the cleaned text (see texts.ts). */
export const marketTitleLength = { min: 4, max: 60 }
export const MAX_MARKET_INTRO_LENGTH = 999
export const MAX_MARKET_DESCRIPTION_LENGTH = 10_000
export const MAX_LICENCE_LENGTH = 200
export const MAX_MARKET_PICTURES = 8
export const MAX_MARKET_FORMATS = 8
export const MAX_MARKET_TRIANGLES = 100_000_000
export const MAX_TEXTURE_SIDE_PX = 16_384

export const DOWNLOAD_LINK_SECONDS = 300
export const MAX_DOWNLOADS_AT_ONCE = 4

export const marketColumns = {
  title: { sort: true },
  publishedAt: { sort: true },
  category: { sort: true },
  access: { sort: true },
  formats: {},
  bytes: { sort: true },
  downloads: { sort: true },
  updatedAt: { sort: true },
} as const satisfies TableColumns
