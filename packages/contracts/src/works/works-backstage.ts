import { Type, type Static } from 'typebox'
import { categorySlugLength } from './categories.constants.js'
import { Image } from '../images/images.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, Text, Time } from '../shapes.js'
import { MAX_REASON_LENGTH } from '../backstage/tables.constants.js'
import { bulkBody, BulkResponse, Reason, tableQuery } from '../backstage/tables.js'
import { workColumns, unlistedReasons, unlistedColumns } from './works-backstage.constants.js'
import { visibilities, workStates, titleLength } from './works.constants.js'
import { paths } from './works-backstage.paths.js'

export const BackstagePerson = StrictObject({ id: Id, name: Text(64), nickname: Text(64) })

export const Hidden = StrictObject({ at: Time, by: Nullable(BackstagePerson), reason: Text(MAX_REASON_LENGTH) })
export type Hidden = Static<typeof Hidden>

const shared = {
  id: Id,
  title: Text(titleLength.max),
  state: Enum(workStates),
  visibility: Enum(visibilities),
  creator: BackstagePerson,
  hidden: Nullable(Hidden),
  createdAt: Time,
}

/** `cover` is null for drafts, trashed and private works, whose pictures administrators do not see. */
export const BackstageWork = StrictObject({
  ...shared,
  categories: Type.Array(Text(categorySlugLength.max)),
  cover: Nullable(Image),
  likes: Type.Integer(),
  views: Type.Integer(),
  comments: Type.Integer(),
  openReports: Type.Integer(),
  /** A work with a prize cannot be hidden. */
  won: Type.Boolean(),
  featured: Type.Boolean(),
  releasedAt: Nullable(Time),
})
export type BackstageWork = Static<typeof BackstageWork>

/** `since` is the time at which the work was hidden or last changed. */
export const UnlistedWork = StrictObject({ ...shared, why: Enum(unlistedReasons), since: Time })
export type UnlistedWork = Static<typeof UnlistedWork>

const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', maxLength: 10 })
/** Both are UTC days, and both days are included. */
export const days = { from: Type.Optional(Day), to: Type.Optional(Day) }
const rate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const

const action = { access: 'admin', changesShared: true, rate, response: BulkResponse } as const

export const routes = declareRoutes(paths, {
  listBackstageWorks: {
    summary: 'Lists all works; `q` searches title and creator, `from` and `to` limit the publication date',
    access: 'admin',
    query: tableQuery(workColumns, {
      state: Type.Optional(Enum(workStates)),
      visibility: Type.Optional(Enum(visibilities)),
      hidden: Type.Optional(Type.Boolean()),
      featured: Type.Optional(Type.Boolean()),
      reported: Type.Optional(Type.Boolean()),
      category: Type.Optional(Text(categorySlugLength.max)),
      creator: Type.Optional(Id),
      ...days,
    }),
    response: TableOf(BackstageWork),
  },
  getBackstageWork: {
    summary: 'Returns one work as in the list',
    access: 'admin',
    response: BackstageWork,
  },
  hideWorks: {
    ...action,
    summary: 'Hides works from all but their creators and administrators; skips winning works',
    body: bulkBody({ reason: Reason }),
  },
  unhideWorks: { ...action, summary: 'Shows hidden works again', body: bulkBody({ reason: Reason }) },
  featureWorks: {
    ...action,
    summary: 'Features public works, or stops featuring them',
    body: bulkBody({ featured: Type.Boolean(), reason: Reason }),
  },
  listUnlisted: {
    summary: 'Lists works that are not public, with the reason; `from` and `to` limit `since`',
    access: 'admin',
    query: tableQuery(unlistedColumns, {
      why: Type.Optional(Enum(unlistedReasons)),
      creator: Type.Optional(Id),
      ...days,
    }),
    response: TableOf(UnlistedWork),
  },
})
