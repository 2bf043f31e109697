import type { GridItem } from '@toile/contracts/grid'

/** Where the widgets of queue health stand as they come; those of one queue show while it is open. */
export const usualPlaces: readonly GridItem[] = [
  { i: 'verdict', x: 0, y: 0, w: 12, h: 1 },
  { i: 'queues', x: 0, y: 1, w: 12, h: 3 },
  { i: 'workers', x: 0, y: 4, w: 12, h: 2 },
  { i: 'waiting', x: 0, y: 6, w: 6, h: 2 },
  { i: 'dead', x: 6, y: 6, w: 6, h: 2 },
  { i: 'jobs', x: 0, y: 8, w: 12, h: 3 },
  { i: 'history', x: 0, y: 11, w: 12, h: 2 },
  { i: 'alerts', x: 0, y: 13, w: 12, h: 2 },
]
