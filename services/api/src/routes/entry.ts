import type { FastifyInstance } from 'fastify'
import type { entryRoutes } from '@toile/contracts/entry'
import { maxCommentLength } from '@toile/contracts/comments.constants'
import { maxImageBytes, maxImagePixels, minCropPx } from '@toile/contracts/images.constants'
import { languages } from '@toile/contracts/languages.constants'
import { maxUnfinishedUploads, maxUploadBytes, maxVideoBytes } from '@toile/contracts/uploads.constants'
import { passwordLength, profileLimits, usernameLength } from '@toile/contracts/users.constants'
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
} from '@toile/contracts/works.constants'
import { listCategories } from '@toile/db/queries/categories'
import type { Config } from '@toile/runtime/config'
import type { Running } from '@toile/runtime/process'
import type { Social } from '../social/social.js'
import { SENT, type HandlersOf } from '../implement.js'
import { openApiDocument } from '../openapi.js'

interface Parts {
  app: FastifyInstance
  running: Running
  config: Config
  social: Social
}

export function entryHandlers({ running, config, social }: Parts): HandlersOf<typeof entryRoutes> {
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
    async openApi({ reply }) {
      void reply.type('application/json').send(openApiDocument(config))
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
