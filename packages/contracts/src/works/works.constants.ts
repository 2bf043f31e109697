export const workStates = ['draft', 'released', 'trashed'] as const
export type WorkState = (typeof workStates)[number]

export const workArrows: Record<WorkState, readonly WorkState[]> = {
  draft: ['released', 'trashed'],
  released: ['draft', 'trashed'],
  trashed: ['draft'],
}

export const visibilities = ['public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** Counted in code points after trimming and NFC. */
export const titleLength = { min: 4, max: 50 }
/** The spec requires fewer than 1000. */
export const MAX_INTRO_LENGTH = 999
export const MAX_CATEGORIES = 5
export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 32

export const feedSorts = ['latest', 'popular', 'following'] as const
export type FeedSort = (typeof feedSorts)[number]

/**
 * The points for likes, comments and views are added. They count half as much for each `halvesAfterDays` days that have
 * passed since the release. Featuring makes up for `ofFeatured` halvings: 3 means eight times the points.
 */
export const popularity = { ofLike: 3, ofComment: 5, ofView: 0.1, halvesAfterDays: 3, ofFeatured: 3 }

export const MAX_WORK_IMAGES = 12
export const MAX_SEARCH_LENGTH = 100

export const MAX_HOTSPOTS = 24
export const hotspotTitleLength = { min: 1, max: 60 }
export const MAX_HOTSPOT_TEXT_LENGTH = 400
