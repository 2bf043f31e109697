import type { TableColumns } from '../backstage/tables.constants.js'
/** Counted in code points of the cleaned text (see texts.ts). */
export const MAX_COMMENT_LENGTH = 2000
/** Maximum number of replies sent with a comment. The oldest are sent, and clients load the rest in pages. */
export const MAX_REPLIES_SHOWN = 100
export const MAX_PINS_SHOWN = 500
export const PIN_EXCERPT_LENGTH = 140

export const commentColumns = {
  said: { file: ['said', 'answers'] },
  author: { sort: true },
  place: { sort: true, file: ['place', 'placeKind'] },
  reports: { sort: true },
  created: { sort: true },
  hidden: { file: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'] },
  actions: { file: [] },
} as const satisfies TableColumns
