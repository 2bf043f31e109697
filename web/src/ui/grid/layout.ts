import type { GridItem } from '@toile/contracts/layouts/grid'
import { grid, MAX_GRID_ROWS } from '@toile/contracts/layouts/grid.constants'

// A layout is stored in 12 columns. Narrower grids round each edge to the nearest of their columns. A layout arranged
// on a narrower grid looks the same there again, because the grid's columns all round to different stored columns.

const storedColumns = grid.columns.lg

/** The items of `defaults`, in their order. Stored items keep their positions. New items come below all stored ones. */
export function withDefaults(stored: readonly GridItem[], defaults: readonly GridItem[]): GridItem[] {
  const byId = new Map(stored.map((item) => [item.i, item]))
  const below = Math.max(0, ...stored.map(({ y, h }) => y + h))
  return defaults.map((item) => byId.get(item.i) ?? { ...item, y: below + item.y })
}

/**
 * All items of `layout`, with the shown ones arranged anew. The hidden ones stay where they are, but at most right
 * below the shown ones. If each change moved them down, they would pass the last row that can be stored.
 */
export function withHidden(shown: readonly GridItem[], layout: readonly GridItem[]): GridItem[] {
  const byId = new Map(shown.map((item) => [item.i, item]))
  const below = Math.max(0, ...shown.map(({ y, h }) => y + h))
  return layout.map((item) => byId.get(item.i) ?? { ...item, y: Math.min(item.y, below) })
}

export function columnsOf(widthPx: number): number {
  const { lg, md, sm, xs } = grid.breakpoints
  const { columns } = grid
  if (widthPx > lg) return columns.lg
  if (widthPx > md) return columns.md
  if (widthPx > sm) return columns.sm
  return widthPx > xs ? columns.xs : columns.xxs
}

/** Fits a stored layout to `columns` columns, without overlaps, overflow or gaps. */
export function toColumns(stored: readonly GridItem[], columns: number): GridItem[] {
  return compacted(scaled(stored, storedColumns, columns))
}

/** Converts a layout for storage. An item that was not moved or resized sideways keeps its stored columns. */
export function fromColumns(shown: readonly GridItem[], columns: number, stored: readonly GridItem[]): GridItem[] {
  const before = new Map(stored.map((item) => [item.i, item]))
  return shown.map((item) => {
    const was = before.get(item.i)
    const [wide] = scaled([item], columns, storedColumns)
    if (!was) return wide!
    const [stood] = scaled([was], storedColumns, columns)
    return stood!.x === item.x && stood!.w === item.w ? { ...item, x: was.x, w: was.w } : wide!
  })
}

function scaled(items: readonly GridItem[], from: number, to: number): GridItem[] {
  return items.map((item) => {
    const x = Math.min(to - 1, Math.round((item.x * to) / from))
    const right = Math.min(to, Math.round(((item.x + item.w) * to) / from))
    return { ...item, x, w: Math.max(1, right - x) }
  })
}

/**
 * Compacts like react-grid-layout, so that the library moves nothing afterwards. Of items that start in the same row,
 * `first` is placed first, then the others from left to right.
 */
export function compacted(items: readonly GridItem[], first?: GridItem): GridItem[] {
  const sorted = items
    .filter(({ static: isStatic }) => !isStatic)
    .sort((a, b) => a.y - b.y || Number(b === first) - Number(a === first) || a.x - b.x)
  const placed = items.filter(({ static: isStatic }) => isStatic).map(plainItem)
  const inTheWay = (item: GridItem) => placed.find((one) => overlap(one, item))
  for (const item of sorted) {
    const floor = Math.max(0, ...placed.map(({ y, h }) => y + h))
    const to = plainItem({ ...item, y: Math.min(item.y, floor) })
    for (let other = inTheWay(to); other; other = inTheWay(to)) to.y = other.y + other.h
    while (to.y > 0 && !inTheWay({ ...to, y: to.y - 1 })) to.y--
    placed.push(to)
  }
  const byId = new Map(placed.map((item) => [item.i, item]))
  return items.map(({ i }) => byId.get(i)!)
}

export function overlap(one: GridItem, other: GridItem): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
}

/** Drops the fields that the library adds to each item. */
export function plainItem({ i, x, y, w, h, static: isStatic }: GridItem): GridItem {
  return { i, x, y, w, h, ...(isStatic && { static: true }) }
}

export function isSameLayout(one: readonly GridItem[], other: readonly GridItem[]): boolean {
  const byId = new Map(other.map((item) => [item.i, item]))
  return (
    one.length === other.length &&
    one.every(({ i, x, y, w, h }) => {
      const at = byId.get(i)
      return at?.x === x && at.y === y && at.w === w && at.h === h
    })
  )
}

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Arrows move an item by a column or past its neighbour. Shift+arrows resize it. Undefined if nothing changes. */
export function afterKey(
  shown: readonly GridItem[],
  i: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  columns: number,
): GridItem[] | undefined {
  const [dx, dy] = steps[key] ?? []
  const item = shown.find((one) => one.i === i)
  if (dx === undefined || dy === undefined || !item || item.static) return undefined
  const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  const to = shiftKey
    ? { ...item, w: clamp(item.w + dx, 1, columns - item.x), h: clamp(item.h + dy, 1, MAX_GRID_ROWS) }
    : { ...item, x: clamp(item.x + dx, 0, columns - item.w), y: rowAfter(shown, item, dy) }
  const arranged = compacted([to, ...shown.filter((one) => one !== item)], to)
  return isSameLayout(arranged, shown) ? undefined : arranged
}

function rowAfter(shown: readonly GridItem[], { x, y, w, h }: GridItem, dy: number): number {
  const sameColumns = shown.filter((one) => one.x < x + w && x < one.x + one.w)
  if (dy < 0) return Math.max(0, ...sameColumns.filter((one) => one.y < y).map((one) => one.y))
  const below = sameColumns.filter((one) => one.y >= y + h).map((one) => one.y)
  return dy > 0 && below.length > 0 ? Math.min(...below) + 1 : y
}
