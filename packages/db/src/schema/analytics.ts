import type { Generated } from 'kysely'

interface PageViews {
  span: 'hour' | 'day'
  at: Date
  path: string
  signed_in: boolean
  views: number
  /** Of the views: those that came by an invitation. */
  referred: number
  /** By class of seconds, see contracts/view-times.ts. */
  times: number[]
}

interface PageViewPlace {
  one: Generated<boolean>
  /** Of the last entry of the stream in Redis that is counted. */
  place: string
}

interface HourlyFigures {
  at: Date
  users: number
  uploads: number
  renders_finished: number
  renders_failed: number
  /** Null where nobody measured it in that hour. */
  storage_bytes: number | null
}

/** Which pages are looked at, and how much there is of all. */
export interface AnalyticsTables {
  page_views: PageViews
  page_view_place: PageViewPlace
  hourly_figures: HourlyFigures
}
