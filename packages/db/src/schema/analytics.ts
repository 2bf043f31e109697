import type { Generated } from 'kysely'

interface PageViews {
  span: 'hour' | 'day'
  at: Date
  path: string
  signed_in: boolean
  views: number
  /** Views that came by an invitation link. */
  referred: number
  /** Counts per class of seconds, see contracts/analytics/view-times.ts. */
  times: number[]
}

interface PageViewPlace {
  one: Generated<boolean>
  /** Id of the last counted entry of the Redis stream. */
  place: string
}

interface HourlyFigures {
  at: Date
  users: number
  uploads: number
  renders_finished: number
  renders_failed: number
  /** Null for an hour without a measurement. */
  storage_bytes: number | null
}

export interface AnalyticsTables {
  page_views: PageViews
  page_view_place: PageViewPlace
  hourly_figures: HourlyFigures
}
