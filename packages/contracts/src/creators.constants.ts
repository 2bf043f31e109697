export const creatorSorts = ['fans', 'newest'] as const

/** The grid of a personal page, as the spec names it. */
export const grid = {
  rowHeightPx: 150,
  marginPx: 10,
  transitionSeconds: 0.2,
  breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 },
  columns: { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 },
} as const
/** Tiles that an owner may arrange, and rows that the lowest may begin at. */
export const maxGridItems = 200
export const maxGridRow = 2_000
