export const sitemapParts = ['pages', 'works', 'creators'] as const
export type SitemapPart = (typeof sitemapParts)[number]

/** URLs per sitemap file; sitemaps.org allows 50,000. */
export const SITEMAP_PART_SIZE = 10_000
