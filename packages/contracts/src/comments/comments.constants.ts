import type { TableColumns } from '../backstage/tables.constants.js'
/** Counted in code points after trimming and NFC. */
export const MAX_COMMENT_LENGTH = 2000
/** Answers that come with their comment, the first ones; those of a longer thread are asked for by page. */
export const MAX_REPLIES_SHOWN = 100
/** Points of a garment that comments speak of and that are marked on it: the newest. */
export const MAX_PINS_SHOWN = 500
/** Characters of a comment that its mark tells. */
export const PIN_EXCERPT_LENGTH = 140

/** The table of comments in the back office. */
export const commentColumns = {
  said: { file: ['said', 'answers'] },
  author: { sort: true },
  place: { sort: true, file: ['place', 'placeKind'] },
  reports: { sort: true },
  created: { sort: true },
  hidden: { file: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'] },
  actions: { file: [] },
} as const satisfies TableColumns
