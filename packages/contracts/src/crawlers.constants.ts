export const sitemapParts = ['pages', 'works', 'creators'] as const
export type SitemapPart = (typeof sitemapParts)[number]

/** Addresses in one part; 50,000 is the most that readers take. */
export const SITEMAP_PART_SIZE = 10_000
