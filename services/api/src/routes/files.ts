import { ToileError } from '@toile/contracts/errors'
import type { fileRoutes } from '@toile/contracts/entry'
import type { Db } from '@toile/db/client'
import { findStoredFile } from '@toile/db/queries/files'
import type { Storage } from '@toile/storage/storage'
import { SENT, type HandlersOf } from '../implement.js'
import type { Links } from '@toile/runtime/links'

/** Public files never change under their id; a year is the longest that caches take. */
const PUBLIC_CACHE = 'public, max-age=31536000, immutable'
const PRIVATE_CACHE = 'private, max-age=600'

interface Parts {
  db: Db
  storage: Storage
  links: Links
}

export function fileHandlers({ db, storage, links }: Parts): HandlersOf<typeof fileRoutes> {
  return {
    async getFile({ params, query, request, reply }) {
      const file = await findStoredFile(db, params.id)
      // The same answer for what is not there and for what is not yours.
      if (!file || !(file.public || links.isGood(file.id, query.expires, query.signature)))
        throw new ToileError('NOT_FOUND')
      reply.headers({
        'content-type': file.content_type,
        // Whatever the bytes are, a browser that opens them runs nothing and sends no cookie along.
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': file.kind === 'image' || file.kind === 'video' ? 'inline' : 'attachment',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'cache-control': file.public ? PUBLIC_CACHE : PRIVATE_CACHE,
        'accept-ranges': 'bytes',
        etag: `"${file.sha256 ?? file.id}"`,
      })
      if (request.headers['if-none-match'] === `"${file.sha256 ?? file.id}"`) {
        void reply.code(304).send()
        return SENT
      }
      const range = rangeOf(request.headers.range, file.bytes)
      if (range === 'unsatisfiable') {
        void reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
        return SENT
      }
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
      reply.header('content-length', range ? range.end - range.start + 1 : file.bytes)
      void reply.send(await storage.get(file.key, range))
      return SENT
    },
  }
}

/** The one range of a Range header (end inclusive); several ranges at once are answered with the whole. */
function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const last = bytes - 1
  const start = match[1] === '' ? Math.max(0, bytes - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last)
  return start > end ? 'unsatisfiable' : { start, end }
}
