import { Type } from 'typebox'
import { sitemapParts } from './crawlers.constants.js'
import { route } from './route.js'
import { Id, Enum, StrictObject } from './shapes.js'

// What programs ask a site for at fixed addresses.

const rate = [{ calls: 60, windowSeconds: 60, by: ['address'] }] as const

export const crawlerRoutes = {
  robots: route({
    method: 'GET',
    path: '/robots.txt',
    summary: 'What search engines may fetch (RFC 9309)',
    access: 'public',
    rate,
    status: 200,
    response: null,
  }),
  sitemap: route({
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'What there is to find: the index, or one of its parts (sitemaps.org)',
    access: 'public',
    rate,
    query: StrictObject({ part: Type.Optional(Enum(sitemapParts)), from: Type.Optional(Id) }),
    status: 200,
    response: null,
  }),
  securityContact: route({
    method: 'GET',
    path: '/.well-known/security.txt',
    summary: 'Where to report a vulnerability (RFC 9116)',
    access: 'public',
    rate,
    status: 200,
    response: null,
  }),
}
