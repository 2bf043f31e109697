import { Type } from 'typebox'
import { languages } from './languages.constants.js'
import { categorySlugLength } from './works/categories.constants.js'
import { declareRoutes, reads } from './route.js'
import { Enum, StrictObject, Text } from './shapes.js'
import { paths } from './bootstrap.paths.js'

const Bounds = StrictObject({ min: Type.Integer(), max: Type.Integer() })

const Bootstrap = StrictObject({
  apiVersion: Text(16),
  minClientVersion: Text(16),
  limits: StrictObject({
    maxUploadBytes: Type.Integer(),
    maxVideoBytes: Type.Integer(),
    maxUnfinishedUploads: Type.Integer(),
    titleLength: Bounds,
    maxIntroLength: Type.Integer(),
    maxCategories: Type.Integer(),
    maxTags: Type.Integer(),
    maxTagLength: Type.Integer(),
    maxWorkImages: Type.Integer(),
    maxHotspots: Type.Integer(),
    hotspotTitleLength: Bounds,
    maxHotspotTextLength: Type.Integer(),
    maxCommentLength: Type.Integer(),
    maxImageBytes: Type.Integer(),
    maxImagePixels: Type.Integer(),
    minCropPx: Type.Integer(),
    passwordLength: Bounds,
    usernameLength: Bounds,
    profile: StrictObject({
      maxNicknameLength: Type.Integer(),
      maxOccupationLength: Type.Integer(),
      maxCompanyLength: Type.Integer(),
      maxLocationLength: Type.Integer(),
      maxWebsiteLength: Type.Integer(),
      maxDescriptionLength: Type.Integer(),
    }),
  }),
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
      /** Set for a link that is bound to the owner's password: it ends when the password changes. */
      bound: Type.Optional(Text(1)),
    }),
    status: 200,
  },
})
