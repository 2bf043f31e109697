export const creatorSorts = ['fans', 'newest'] as const

/** Tiles that an owner may arrange. */
export const MAX_GRID_ITEMS = 200
