export const marketCategories = ['garment', 'accessory', 'fabric', 'trim', 'avatar', 'pose', 'scene', 'other'] as const
export type MarketCategory = (typeof marketCategories)[number]

/** Free for everyone who is signed in, or for people whose S codes have days left. */
export const marketAccesses = ['free', 'entitled'] as const
export type MarketAccess = (typeof marketAccesses)[number]

/** Counted in code points after trimming and NFC. */
export const marketTitleLength = { min: 4, max: 60 }
export const maxMarketIntroLength = 999
/** With its markup. */
export const maxMarketDescriptionLength = 10_000
/** One sentence. */
export const maxLicenceLength = 200
export const maxMarketPictures = 8
export const maxMarketFormats = 8
export const maxMarketTriangles = 100_000_000
export const maxTextureSidePx = 16_384

/** How long a link to the file works, and how many a person may read from at once. */
export const downloadLinkSeconds = 300
export const maxDownloadsAtOnce = 4

export const marketSorts = ['title', 'category', 'access', 'bytes', 'downloads', 'publishedAt', 'updatedAt'] as const
