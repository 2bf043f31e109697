/** What the tables of works are ordered by. */
export const backstageWorkSorts = [
  'title',
  'creator',
  'likes',
  'views',
  'comments',
  'reports',
  'released',
  'created',
] as const
export type BackstageWorkSort = (typeof backstageWorkSorts)[number]

/**
 * Why a work is not on the shelf: hidden by an operator, private by its creator's decision, or a draft, whose files are
 * ready to be published, on their way, failed, or not there yet.
 */
export const unlistedReasons = ['hidden', 'private', 'ready', 'processing', 'failed', 'unfinished'] as const
export type UnlistedReason = (typeof unlistedReasons)[number]
export const unlistedSorts = ['title', 'creator', 'since', 'created'] as const

export const commentPlaces = ['work', 'video'] as const
export const backstageCommentSorts = ['author', 'place', 'reports', 'created'] as const
