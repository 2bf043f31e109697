import { Type, type Static } from 'typebox'
import { analyticsRanges, MAX_VIEW_SECONDS } from './analytics.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { paths as backstagePaths } from './analytics-backstage.paths.js'
import { paths } from './analytics.paths.js'

const Count = Type.Integer({ minimum: 0 })
const Seconds = Type.Number({ minimum: 0 })

/**
 * `history.due`: the numbers of the last hours are to be drawn together. `views.due`: page views wait to be counted. The
 * subject of both is an id that nothing else has.
 */
export const events = ['history.due', 'views.due'] as const

export const jobs = {
  'history.roll': { queue: 'analytics', attempts: 3 },
  'views.count': { queue: 'analytics', attempts: 3 },
} as const

/** What a browser tells of one look at one page. Nobody is named in it. */
export const PageView = StrictObject({
  /** Of the page; what follows ? or # is cut off, and ids become `:id`. */
  path: Text(512),
  /** Rounded to 1 decimal. */
  seconds: Type.Number({ minimum: 0, maximum: MAX_VIEW_SECONDS }),
  /** Made up for this one look, so that it counts once however often it is told. */
  id: Type.Optional(Id),
  signedIn: Type.Optional(Type.Boolean()),
  /** Only that there is one is kept. */
  refer: Type.Optional(Text(512)),
})
export type PageView = Static<typeof PageView>

/** Sums over a range. */
const Figures = StrictObject({
  views: Count,
  /** Of the views: those of people who were signed in, and those that came by an invitation. */
  signedIn: Count,
  referred: Count,
  users: Count,
  uploads: Count,
  rendersFinished: Count,
  rendersFailed: Count,
  /** Seconds on a page; null without any view. */
  medianSeconds: Nullable(Seconds),
  p90Seconds: Nullable(Seconds),
  /** What the files took at the end; null while nothing has measured it. */
  storageBytes: Nullable(Count),
})
export type AnalyticsFigures = Static<typeof Figures>

export const Analytics = StrictObject({
  range: Enum(analyticsRanges),
  stepSeconds: Count,
  /** From the oldest on, without gaps; the last one is still going on. Days and hours are UTC's. */
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
  /** The same span of time before it. */
  before: Figures,
  /** Every page that was looked at in either, the most viewed first. */
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
      summary:
        'How long a page was looked at, also as a beacon (JSON as text/plain); what does not fit is left out in silence',
      access: 'public',
      unlimited: 'Counted in memory by network (page-view-intake.ts), so that a flood never reaches Redis.',
      beacon: true,
      body: PageView,
      status: 202,
      response: null,
    },
    getAnalytics: {
      summary: 'Page views, people, uploads, renders and storage over a range, beside the range before it',
      access: 'admin',
      query: StrictObject({ range: Type.Optional(Enum(analyticsRanges)) }),
      status: 200,
      response: Analytics,
    },
  },
)
