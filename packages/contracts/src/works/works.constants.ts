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
/** The spec says under 1000. */
export const maxIntroLength = 999
export const maxCategories = 5
export const maxTags = 10
export const maxTagLength = 32

export const feedSorts = ['latest', 'popular', 'following'] as const
export type FeedSort = (typeof feedSorts)[number]

/**
 * What counts for the order `popular`; with age the sum halves every `halvesAfterDays`. A featured work counts as one
 * that came out so many halvings later: with 3 as if it had eight times as many points, or were nine days younger.
 */
export const popularity = { ofLike: 3, ofComment: 5, ofView: 0.1, halvesAfterDays: 3, ofFeatured: 3 }

/** Detail pictures that a work may hold. */
export const maxWorkImages = 12
export const maxSearchLength = 100

/** Points of a garment that its creator explains. */
export const maxHotspots = 24
export const hotspotTitleLength = { min: 1, max: 60 }
export const maxHotspotTextLength = 400
