import type { TableColumns } from '../backstage/tables.constants.js'

/**
 * Why a work is not on the shelf: hidden by an operator, private by its creator's decision, or a draft, whose files are
 * ready to be published, on their way, failed, or not there yet.
 */
export const unlistedReasons = ['hidden', 'private', 'ready', 'processing', 'failed', 'unfinished'] as const

export const commentPlaces = ['work', 'video'] as const

/** The table of all works in the back office. */
export const workColumns = {
  title: { sort: true, file: ['title', 'state', 'visibility', 'hidden', 'featured', 'won'] },
  creator: { sort: true },
  likes: { sort: true },
  views: { sort: true },
  comments: { sort: true },
  reports: { sort: true },
  released: { sort: true },
  created: { sort: true },
  categories: {},
  hidden: { file: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'] },
  actions: { file: [] },
} as const satisfies TableColumns

/** Works that are not on the shelf. */
export const unlistedColumns = {
  title: { sort: true },
  creator: { sort: true },
  why: {},
  hidden: { file: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'] },
  since: { sort: true },
  created: { sort: true },
  actions: { file: [] },
} as const satisfies TableColumns
