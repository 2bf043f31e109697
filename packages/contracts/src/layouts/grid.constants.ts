/** Values from the spec. Breakpoints are minimum widths of the container in px. */
export const grid = {
  rowHeightPx: 150,
  marginPx: 10,
  transitionSeconds: 0.2,
  breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 },
  columns: { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 },
} as const
/** Maximum height of an item, in rows. `MAX_GRID_ROW` is the last row in which an item may begin. */
export const MAX_GRID_ROWS = 12
export const MAX_GRID_ROW = 2_000
