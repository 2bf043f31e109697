import { Type, type Static } from 'typebox'
import { analyticsRanges, MAX_VIEW_SECONDS } from './analytics.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { paths as backstagePaths } from './analytics-backstage.paths.js'
import { paths } from './analytics.paths.js'

const Count = Type.Integer({ minimum: 0 })
const Seconds = Type.Number({ minimum: 0 })

export const jobs = {
  'history.roll': { queue: 'analytics', attempts: 3 },
  'views.count': { queue: 'analytics', attempts: 3 },
} as const

export const PageView = StrictObject({
  /** The API cuts off query and fragment, and replaces ids by `:id`. */
  path: Text(512),
  /** Rounded to 1 decimal. */
  seconds: Type.Number({ minimum: 0, maximum: MAX_VIEW_SECONDS }),
  /** A random id per view, so that a repeated report counts once. */
  id: Type.Optional(Id),
  signedIn: Type.Optional(Type.Boolean()),
  /** The `refer` parameter of the first address that was visited. The server stores only whether there is one. */
  refer: Type.Optional(Text(512)),
})
export type PageView = Static<typeof PageView>

const Figures = StrictObject({
  views: Count,
  /** `signedIn` counts views by signed-in users. `referred` counts views that came through an invitation. */
  signedIn: Count,
  referred: Count,
  users: Count,
  uploads: Count,
  rendersFinished: Count,
  rendersFailed: Count,
  /** Seconds spent on a page. Null if there was no view. */
  medianSeconds: Nullable(Seconds),
  p90Seconds: Nullable(Seconds),
  /** Stored bytes at the last measurement in the range. Null if the range has no measurement. */
  storageBytes: Nullable(Count),
})
export type AnalyticsFigures = Static<typeof Figures>

export const Analytics = StrictObject({
  range: Enum(analyticsRanges),
  stepSeconds: Count,
  /** Oldest first, without gaps. The last point is still growing. Days and hours are in UTC. */
  points: Type.Array(
    StrictObject({
      at: Time,
      views: Count,
      users: Count,
      uploads: Count,
      rendersFinished: Count,
      rendersFailed: Count,
      storageBytes: Nullable(Count),
    }),
  ),
  now: Figures,
  before: Figures,
  pages: Type.Array(
    StrictObject({
      path: Text(128),
      views: Count,
      viewsBefore: Count,
      medianSeconds: Nullable(Seconds),
      p90Seconds: Nullable(Seconds),
    }),
  ),
})
export type Analytics = Static<typeof Analytics>

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    sendPageView: {
      summary: 'Records the time on a page, also as a beacon (JSON as text/plain); ignores invalid reports',
      access: 'public',
      unlimited: 'Counted in memory by network (page-view-intake.ts), so that a flood never reaches Redis.',
      beacon: true,
      body: PageView,
      status: 202,
    },
    getAnalytics: {
      summary: 'Returns page views, users, uploads, renders and storage of a period and the one before',
      access: 'admin',
      query: StrictObject({ range: Type.Optional(Enum(analyticsRanges)) }),
      response: Analytics,
    },
  },
)
