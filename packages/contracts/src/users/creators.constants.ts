export const creatorSorts = ['fans', 'newest'] as const

export const MAX_GRID_ITEMS = 200
