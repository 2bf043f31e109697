import { Type, type TSchema } from 'typebox'
import { MAX_COMMENT_LENGTH } from './comments/comments.constants.js'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MIN_CROP_PX } from './images/images.constants.js'
import { MAX_UNFINISHED_UPLOADS, MAX_UPLOAD_BYTES, MAX_VIDEO_BYTES } from './uploads/uploads.constants.js'
import { passwordLength, profileLimits, usernameLength } from './users/users.constants.js'
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
} from './works/works.constants.js'
import { languages } from './languages.constants.js'
import { categorySlugLength } from './works/categories.constants.js'
import { declareRoutes, reads } from './route.js'
import { Enum, StrictObject, Text } from './shapes.js'
import { paths } from './bootstrap.paths.js'

export const limits = {
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
}

const schemaOf = (some: object): TSchema =>
  StrictObject(
    Object.fromEntries(
      Object.entries(some).map(([name, limit]) => [name, typeof limit === 'number' ? Type.Integer() : schemaOf(limit)]),
    ),
  )

const Bootstrap = StrictObject({
  apiVersion: Text(16),
  minClientVersion: Text(16),
  limits: Type.Unsafe<typeof limits>(schemaOf(limits)),
  categories: Type.Array(Text(categorySlugLength.max)),
  languages: Type.Array(Enum(languages)),
  providers: Type.Array(Text(32)),
  analyticsId: Type.Union([Text(64), Type.Null()]),
})

export const routes = declareRoutes(paths, {
  entryInfo: {
    summary: 'Returns limits, categories, providers and versions',
    access: 'public',
    rate: reads(1),
    response: Bootstrap,
  },
  openApi: {
    summary: 'Returns the OpenAPI description of this API',
    access: 'public',
    rate: reads(5),
    status: 200,
  },
  healthLive: {
    summary: 'Confirms that the process runs',
    access: 'public',
    unlimited: 'A constant; probes must always get an answer.',
    response: StrictObject({ ok: Type.Boolean() }),
  },
  healthReady: {
    summary: 'Confirms that the process can serve; lists what is degraded',
    access: 'public',
    unlimited: 'Probes must always get an answer; concurrent calls share one check.',
    response: StrictObject({ ok: Type.Boolean(), checks: Type.Record(Type.String({ maxLength: 32 }), Text(64)) }),
  },
  getFile: {
    summary: 'Returns a stored file: public ones to everyone, others by an expiring link',
    access: 'public',
    // A page shows dozens of pictures, and 300 people may share one address.
    rate: [{ calls: 60_000, windowSeconds: 60, by: ['address'] }],
    // Accepts any text, so that a text that is no id gives 404 instead of 422.
    params: StrictObject({ id: Text(255), name: Text(255) }),
    query: StrictObject({
      expires: Type.Optional(Type.Integer()),
      signature: Type.Optional(Text(64)),
      /** Set for links that become invalid when the owner changes their password. */
      bound: Type.Optional(Text(1)),
    }),
    status: 200,
  },
})
