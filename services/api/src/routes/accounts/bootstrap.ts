import { MAX_COMMENT_LENGTH } from '@toile/contracts/comments/comments.constants'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MIN_CROP_PX } from '@toile/contracts/images/images.constants'
import { languages } from '@toile/contracts/languages.constants'
import { MAX_UNFINISHED_UPLOADS, MAX_UPLOAD_BYTES, MAX_VIDEO_BYTES } from '@toile/contracts/uploads/uploads.constants'
import { passwordLength, profileLimits, usernameLength } from '@toile/contracts/users/users.constants'
import {
  hotspotTitleLength,
  MAX_CATEGORIES,
  MAX_HOTSPOTS,
  MAX_HOTSPOT_TEXT_LENGTH,
  MAX_INTRO_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_WORK_IMAGES,
  titleLength,
} from '@toile/contracts/works/works.constants'
import { listCategories } from '@toile/db/categories/categories'
import { JsonBytes, sendJsonBytes } from '../../http/json-bytes.js'
import { type Handlers, SENT } from '../../http/register-routes.js'
import { openApiDocument } from '../../http/openapi.js'
import type { Context } from '../../http/context.js'

export function entryHandlers({ running, config, social }: Context) {
  let description: JsonBytes | undefined
  return {
    async entryInfo({ db, request: { headers, protocol, host } }) {
      const categories = await listCategories(db)
      const page = headers.origin ?? `${protocol}://${host}`
      return {
        apiVersion: config.version,
        minClientVersion: '0.1.0',
        limits: {
          maxUploadBytes: MAX_UPLOAD_BYTES,
          maxVideoBytes: MAX_VIDEO_BYTES,
          maxUnfinishedUploads: MAX_UNFINISHED_UPLOADS,
          titleLength,
          maxIntroLength: MAX_INTRO_LENGTH,
          maxCategories: MAX_CATEGORIES,
          maxTags: MAX_TAGS,
          maxTagLength: MAX_TAG_LENGTH,
          maxWorkImages: MAX_WORK_IMAGES,
          maxHotspots: MAX_HOTSPOTS,
          hotspotTitleLength,
          maxHotspotTextLength: MAX_HOTSPOT_TEXT_LENGTH,
          maxCommentLength: MAX_COMMENT_LENGTH,
          maxImageBytes: MAX_IMAGE_BYTES,
          maxImagePixels: MAX_IMAGE_PIXELS,
          minCropPx: MIN_CROP_PX,
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
      description ??= new JsonBytes(Buffer.from(JSON.stringify(openApiDocument(config))))
      await sendJsonBytes(request, reply, description, { cacheControl: 'public, max-age=300', isKept: true })
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
  } satisfies Partial<Handlers>
}
