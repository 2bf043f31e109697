import type { GridItem } from '@toile/contracts/grid'
import { maxGridItems } from '@toile/contracts/creators.constants'
import { grid } from '@toile/contracts/grid.constants'

/** A tile that nobody has placed: four in a row, as tall as a cover with its two lines. */
const tile = { w: 3, h: 3 }
const columns = grid.columns.lg
const perRow = columns / tile.w

/** A place for each of these works: the one that was kept, else below all that were, in the order given. */
export function placesOf(workIds: readonly string[], kept: readonly GridItem[]): GridItem[] {
  const byId = new Map(kept.map((item) => [item.i, item]))
  const below = Math.max(0, ...kept.map(({ y, h }) => y + h))
  let unplaced = 0
  return workIds.map((i) => {
    const place = byId.get(i)
    if (place) return place
    const at = unplaced++
    return { i, x: (at % perRow) * tile.w, y: below + Math.floor(at / perRow) * tile.h, ...tile }
  })
}

/** What is kept of an arrangement: places alone, also those of works that are not on the page yet. */
export function keptPlaces(shown: readonly GridItem[], before: readonly GridItem[]): GridItem[] {
  const ids = new Set(shown.map(({ i }) => i))
  const all = [...shown, ...before.filter(({ i }) => !ids.has(i))]
  return all.slice(0, maxGridItems)
}
