import { Type, type Static } from 'typebox'
import { gridItem } from '../layouts/grid.js'
import { arrangedPages, MAX_WIDGETS, OVERVIEW_DAYS } from './backstage.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, Text } from '../shapes.js'
import { PublicUser } from '../users/users.js'
import { paths } from './backstage.paths.js'

const Count = Type.Integer({ minimum: 0 })
/** Number of new items on each UTC day, today last. A work counts on the day of its release. */
const Days = Type.Array(Count, { minItems: OVERVIEW_DAYS, maxItems: OVERVIEW_DAYS })

export const BackstageOverview = StrictObject({
  users: Days,
  works: Days,
  uploads: Days,
  renders: Days,
  /** The stored files. If there are more than about 50,000, the numbers are estimated from a sample. */
  storage: StrictObject({ files: Count, bytes: Count, isEstimate: Type.Boolean() }),
})
export type BackstageOverview = Static<typeof BackstageOverview>

/** `tenant` is the user's studio or brand. */
const PersonFound = StrictObject({
  id: Id,
  name: Text(64),
  username: Text(64),
  email: Nullable(Text(320)),
  avatarUrl: PublicUser.properties.avatarUrl,
  tenant: Nullable(StrictObject({ id: Id, name: Text(256) })),
})
export type PersonFound = Static<typeof PersonFound>

const Arrangement = StrictObject({ items: Type.Array(gridItem(Text(64)), { maxItems: MAX_WIDGETS }) })
const PageParams = StrictObject({ page: Enum(arrangedPages) })

export const routes = declareRoutes(paths, {
  getOverview: {
    summary: 'Returns new items on each of the last days and the storage in use',
    access: 'admin',
    response: BackstageOverview,
  },
  searchUsers: {
    summary: 'Finds the ten users that match best by name or email',
    access: 'admin',
    query: StrictObject({ q: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: StrictObject({ items: Type.Array(PersonFound) }),
  },
  getArrangement: {
    summary: 'Returns the caller’s layout of a page’s widgets; no items mean the default',
    access: 'admin',
    params: PageParams,
    response: Arrangement,
  },
  setArrangement: {
    summary: 'Sets the caller’s layout of a page’s widgets; no items restore the default',
    access: 'admin',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: PageParams,
    body: Arrangement,
    response: Arrangement,
  },
})
