import { Type } from 'typebox'
import { sitemapParts } from './crawlers.constants.js'
import { declareRoutes } from './route.js'
import { Id, Enum, StrictObject } from './shapes.js'
import { paths } from './crawlers.paths.js'

const rate = [{ calls: 60, windowSeconds: 60, by: ['address'] }] as const

export const routes = declareRoutes(paths, {
  robots: {
    summary: 'Returns what search engines may fetch (RFC 9309)',
    access: 'public',
    rate,
    status: 200,
  },
  sitemap: {
    summary: 'Returns the sitemap index or one of its parts (sitemaps.org)',
    access: 'public',
    rate,
    query: StrictObject({ part: Type.Optional(Enum(sitemapParts)), from: Type.Optional(Id) }),
    status: 200,
  },
  securityContact: {
    summary: 'Returns where to report a vulnerability (RFC 9116)',
    access: 'public',
    rate,
    status: 200,
  },
})
