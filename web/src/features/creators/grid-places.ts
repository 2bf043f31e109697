import type { GridItem } from '@toile/contracts/creators'
import { grid, maxGridItems } from '@toile/contracts/creators.constants'

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

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where a key brings a tile: arrows move it by one, with Shift they change its size. Undefined for any other key. */
export function placeAfterKey(item: GridItem, key: string, isShift: boolean): GridItem | undefined {
  const [dx, dy] = steps[key] ?? []
  if (dx === undefined || dy === undefined) return undefined
  const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  if (isShift) return { ...item, w: clamp(item.w + dx, 1, columns - item.x), h: clamp(item.h + dy, 1, 12) }
  // A tile goes up by pushing the one above it down: one row more than its own, or that one would stay.
  return { ...item, x: clamp(item.x + dx, 0, columns - item.w), y: Math.max(0, item.y + dy * (dy < 0 ? item.h : 1)) }
}

/** What is kept of an arrangement: places alone, also those of works that are not on the page yet. */
export function keptPlaces(shown: readonly GridItem[], before: readonly GridItem[]): GridItem[] {
  const ids = new Set(shown.map(({ i }) => i))
  const all = [...shown, ...before.filter(({ i }) => !ids.has(i))]
  return all.slice(0, maxGridItems).map(({ i, x, y, w, h }) => ({ i, x, y, w, h }))
}
