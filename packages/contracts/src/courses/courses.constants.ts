/** Counted in code points after trimming and NFC. */
export const courseTitleLength = { min: 4, max: 80 }
export const maxCourseDescriptionLength = 10_000
export const maxSummaryLength = 240
/** Videos of one course. */
export const maxCourseVideos = 100

/** A chapter lasts until the next one begins; the first need not begin at 0. */
export const maxChapters = 50
export const maxChapterTitleLength = 80

/** A file of captions; an hour of speech has about 60 kB. */
export const maxCaptionBytes = 1024 ** 2
export const maxCues = 5_000
export const maxCueLength = 1_000
/** Languages of one video's captions. */
export const maxCaptions = 20
/** A language tag: `en`, `zh-CN`, `pt-BR`. */
export const languageTag = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'

/** A player tells at most this often how far it is; a lost one costs no more than that. */
export const progressEverySeconds = 5
/** From this share of its length on, a video counts as watched. */
export const watchedShare = 0.95

/** Of courses, items and packages in the back office: whether people see them. */
export const backstageStates = ['published', 'hidden'] as const
export const courseSorts = [
  'title',
  'videos',
  'durationSeconds',
  'learners',
  'finished',
  'publishedAt',
  'updatedAt',
] as const
