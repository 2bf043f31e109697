import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { bootstrapRoutes } from '@toile/contracts/bootstrap'
import { maxCommentLength } from '@toile/contracts/comments/comments.constants'
import { maxImageBytes, maxImagePixels, minCropPx } from '@toile/contracts/images/images.constants'
import { languages } from '@toile/contracts/languages.constants'
import { maxUnfinishedUploads, maxUploadBytes, maxVideoBytes } from '@toile/contracts/uploads/uploads.constants'
import { passwordLength, profileLimits, usernameLength } from '@toile/contracts/users/users.constants'
import {
  hotspotTitleLength,
  maxCategories,
  maxHotspots,
  maxHotspotTextLength,
  maxIntroLength,
  maxTagLength,
  maxTags,
  maxWorkImages,
  titleLength,
} from '@toile/contracts/works/works.constants'
import { listCategories } from '@toile/db/categories/categories'
import type { Config } from '@toile/runtime/config'
import type { Running } from '@toile/runtime/process'
import type { Social } from '../../social/social.js'
import { hasVersion } from '../../http/conditional.js'
import { SENT, type HandlersOf } from '../../http/register-routes.js'
import { openApiDocument } from '../../http/openapi.js'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

interface Parts {
  app: FastifyInstance
  running: Running
  config: Config
  social: Social
}

/** Hundreds of kilobytes, made and compressed once. */
async function describe(config: Config) {
  const text = Buffer.from(JSON.stringify(openApiDocument(config)))
  const [br, zipped] = await Promise.all([
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip(text),
  ])
  return { text, br, gzip: zipped, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

export function entryHandlers({ running, config, social }: Parts): HandlersOf<typeof bootstrapRoutes> {
  let description: ReturnType<typeof describe> | undefined
  return {
    async entryInfo({ db, request: { headers, protocol, host } }) {
      const categories = await listCategories(db)
      // The page that asks: another origin says so, and what says nothing lies where it was called.
      const page = headers.origin ?? `${protocol}://${host}`
      return {
        apiVersion: config.version,
        minClientVersion: '0.1.0',
        limits: {
          maxUploadBytes,
          maxVideoBytes,
          maxUnfinishedUploads,
          titleLength,
          maxIntroLength,
          maxCategories,
          maxTags,
          maxTagLength,
          maxWorkImages,
          maxHotspots,
          hotspotTitleLength,
          maxHotspotTextLength,
          maxCommentLength,
          maxImageBytes,
          maxImagePixels,
          minCropPx,
          passwordLength,
          usernameLength,
          profile: profileLimits,
        },
        categories: categories.filter(({ hidden }) => !hidden).map(({ slug }) => slug),
        languages: [...languages],
        providers: social.configured,
        analyticsId: (Object.hasOwn(config.hosts, page) && config.hosts[page]?.measurement?.id) || null,
      }
    },
    async openApi({ request, reply }) {
      const { etag, text, ...compressed } = await (description ??= describe(config))
      reply.headers({ etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' }).type('application/json')
      if (hasVersion(request, etag)) {
        void reply.code(304).send()
        return SENT
      }
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one))
      if (encoding) reply.header('content-encoding', encoding)
      void reply.send(encoding ? compressed[encoding] : text)
      return SENT
    },
    async healthLive() {
      return { ok: true }
    },
    async healthReady({ reply }) {
      const readiness = await running.readiness()
      if (!readiness.ok) reply.code(503)
      return readiness
    },
  }
}
