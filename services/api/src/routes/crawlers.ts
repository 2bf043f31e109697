import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SITEMAP_PART_SIZE, type SitemapPart } from '@toile/contracts/crawlers.constants'
import type { Db } from '@toile/db/client'
import { sitemapEntries, sitemapPages, sitemapStarts } from '@toile/db/crawlers/sitemap'
import { hasVersion } from '../http/conditional.js'
import { type Handlers, SENT } from '../http/register-routes.js'
import { escapeHtml } from '@toile/runtime/escape-html'
import { indexedPages, unlistedPaths } from '../http/pages.js'
import type { Context } from '../http/context.js'

const CACHE_SECONDS = 3_600
/** `Expires` in security.txt lies this far ahead. It should be less than a year ahead (RFC 9116, 2.5.5). */
const CONTACT_DAYS = 90
const DAY_MS = 86_400_000

interface Location {
  path: string
  changedAt?: Date
}

export function crawlerHandlers({ config: { publicUrl, securityContact } }: Context) {
  // The index is cached, because making it reads every work.
  let index: { xml: Promise<string>; until: number } | undefined
  const indexOf = async (db: Db) => {
    const parts = [{ part: 'pages' as SitemapPart, from: undefined }, ...(await sitemapStarts(db, SITEMAP_PART_SIZE))]
    const addresses = parts.map(({ part, from }) => `/sitemap.xml?part=${part}${from ? `&from=${from}` : ''}`)
    return xmlOf(
      'sitemapindex',
      'sitemap',
      addresses.map((path) => ({ path })),
    )
  }
  const xmlOf = (root: string, entry: string, locations: Location[]) => {
    const entries = locations.map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
      return `<${entry}><loc>${escapeHtml(publicUrl + path)}</loc>${changed}</${entry}>\n`
    })
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</${root}>\n`
  }

  return {
    async robots({ request, reply }) {
      const lines = ['User-agent: *', ...unlistedPaths.map((path) => `Disallow: /${path}`)]
      return send(request, reply, 'text/plain', `${lines.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`)
    },

    async sitemap({ db, query: { part, from }, request, reply }) {
      if (part) {
        const locations = await locationsOf(db, part, from)
        return send(request, reply, 'application/xml', xmlOf('urlset', 'url', locations))
      }
      if (!index || index.until < Date.now()) {
        const made = { xml: indexOf(db), until: Date.now() + CACHE_SECONDS * 1_000 }
        index = made
        made.xml.catch(() => (made.until = 0))
      }
      return send(request, reply, 'application/xml', await index.xml)
    },

    async securityContact({ request, reply }) {
      const expires = new Date((Math.floor(Date.now() / DAY_MS) + CONTACT_DAYS) * DAY_MS)
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires.toISOString()}`,
        'Preferred-Languages: en, zh',
        `Canonical: ${publicUrl}/.well-known/security.txt`,
      ]
      return send(request, reply, 'text/plain', `${lines.join('\n')}\n`)
    },
  } satisfies Partial<Handlers>
}

async function locationsOf(db: Db, part: SitemapPart, from = '00000000-0000-0000-0000-000000000000') {
  if (part === 'pages') {
    const found = await sitemapPages(db, SITEMAP_PART_SIZE)
    return [
      ...indexedPages.map((path): Location => ({ path })),
      ...found.map(({ kind, id, changedAt }): Location => {
        return { path: kind === 'course' ? `/learning/detail?id=${id}` : `/static/activity/${id}`, changedAt }
      }),
    ]
  }
  const found = await sitemapEntries(db, part, { from, limit: SITEMAP_PART_SIZE })
  return found.map(({ id, changedAt }): Location => {
    return { path: part === 'works' ? `/project/${id}` : `/creators/personalPage?id=${id}`, changedAt }
  })
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string): typeof SENT {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.headers({ etag, 'cache-control': `public, max-age=${CACHE_SECONDS}` }).type(`${type}; charset=utf-8`)
  void (hasVersion(request, etag) ? reply.code(304).send() : reply.send(text))
  return SENT
}
