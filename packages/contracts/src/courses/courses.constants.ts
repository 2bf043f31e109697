import type { TableColumns } from '../backstage/tables.constants.js'
/** Counted in code points of the cleaned text (see texts.ts). */
export const courseTitleLength = { min: 4, max: 80 }
export const MAX_COURSE_DESCRIPTION_LENGTH = 10_000
export const MAX_SUMMARY_LENGTH = 240
export const MAX_COURSE_VIDEOS = 100

/** Chapters per video. Each chapter lasts until the next one begins. The first chapter need not begin at 0 s. */
export const MAX_CHAPTERS = 50
export const MAX_CHAPTER_TITLE_LENGTH = 80

/** The captions of one hour of speech take about 60 kB. */
export const MAX_CAPTION_BYTES = 1024 ** 2
export const MAX_CUES = 5_000
export const MAX_CUE_LENGTH = 1_000
export const MAX_CAPTIONS = 20
export const LANGUAGE_TAG = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'

/** Minimum time between reports while a video plays. If the last report is lost, so is about this much progress. */
export const PROGRESS_EVERY_SECONDS = 5
/** A video counts as watched once this share of its length is reached. */
export const WATCHED_SHARE = 0.95

export const backstageStates = ['published', 'hidden'] as const

export const courseColumns = {
  title: { sort: true },
  publishedAt: { sort: true },
  videos: { sort: true },
  durationSeconds: { sort: true },
  learners: { sort: true },
  finished: { sort: true },
  updatedAt: { sort: true },
} as const satisfies TableColumns
