import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from '@toile/testing/tap'
import { grid, MAX_GRID_ROW } from '@toile/contracts/layouts/grid.constants'
import type { GridItem } from '@toile/contracts/layouts/grid'
import { afterKey, columnsOf, isSameLayout, toColumns, overlap, compacted, fromColumns, withHidden } from './layout.js'

const columns = Object.values(grid.columns)
const item = fc
  .record({ x: fc.nat(11), y: fc.nat(40), w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 12 }) })
  .map(({ x, w, ...rest }) => ({ x, w: Math.min(w, 12 - x), ...rest }))
const arrangement = fc
  .array(fc.record({ item, fixed: fc.boolean() }), { maxLength: 16 })
  // At most one fixed item, because two could overlap.
  .map((all): GridItem[] =>
    all.map((one, at) => ({ ...one.item, i: `${at}`, ...(at === 0 && one.fixed && { static: true }) })),
  )

function isSound(items: readonly GridItem[], most: number): boolean {
  return items.every(
    (one, at) =>
      one.x >= 0 &&
      one.w >= 1 &&
      one.x + one.w <= most &&
      one.y >= 0 &&
      items.slice(at + 1).every((other) => !overlap(one, other)),
  )
}

t.test('fits any arrangement on every width, without overlaps, overflow, gaps or losses', async () => {
  fc.assert(
    fc.property(arrangement, fc.constantFrom(...columns), (stored, most) => {
      const shown = toColumns(stored, most)
      const isWhole = shown.map(({ i }) => i).join() === stored.map(({ i }) => i).join()
      return isWhole && isSound(shown, most) && isDeepStrictEqual(compacted(shown), shown)
    }),
  )
})

t.test('shows an arrangement made on any width unchanged on that width, and leaves other items alone', async () => {
  fc.assert(
    fc.property(
      arrangement,
      fc.constantFrom(...columns),
      fc.nat(),
      fc.nat(3),
      fc.boolean(),
      (stored, most, which, at, shiftKey) => {
        fc.pre(stored.length > 0)
        const { i } = stored[which % stored.length]!
        const key = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'][at]!
        const arranged = afterKey(toColumns(stored, most), i, { key, shiftKey }, most)
        if (!arranged) return true
        const after = fromColumns(arranged, most, stored)
        const areOthersKept = toColumns(stored, most).every((item) => {
          const now = arranged.find((one) => one.i === item.i)!
          const [before, then] = [stored, after].map((all) => all.find((one) => one.i === item.i)!)
          return now.x !== item.x || now.w !== item.w || (then!.x === before!.x && then!.w === before!.w)
        })
        return isSound(arranged, most) && isSameLayout(toColumns(after, most), arranged) && areOthersKept
      },
    ),
  )
})

t.test('keeps hidden items in place, however often the shown ones change, and brings back what sank', async (t) => {
  const [a, b] = ['a', 'b'].map((i, at): GridItem => ({ i, x: at * 4, y: 0, w: 4, h: 2 }))
  const hidden = { i: 'hidden', x: 0, y: 2, w: 12, h: 2 }
  let layout = [a!, hidden, b!]
  for (let change = 0; change < 3; change++) layout = withHidden([{ ...a!, x: change }, b!], layout)
  t.strictSame(layout, [{ ...a!, x: 2 }, hidden, b!])
  t.strictSame(withHidden([a!, b!], [a!, { ...hidden, y: MAX_GRID_ROW + 1 }, b!]), [a!, hidden, b!])
})

t.test("chooses the columns by the container's width and the breakpoints of the specification", async (t) => {
  const widths = { 1201: 12, 1200: 10, 997: 10, 996: 6, 769: 6, 768: 4, 481: 4, 480: 2, 1: 2 }
  for (const [width, most] of Object.entries(widths)) t.equal(columnsOf(Number(width)), most, width)
})

t.test('swaps neighbours by arrow keys, and moves nothing past a fixed item', async (t) => {
  const pile = ['a', 'b', 'c'].map((i, y): GridItem => ({ i, x: 0, y: y * 2, w: 4, h: 2 }))
  const idsInOrder = (items: readonly GridItem[]) =>
    items
      .toSorted((a, b) => a.y - b.y)
      .map(({ i }) => i)
      .join('')
  const press = (items: readonly GridItem[], i: string, key: string) => afterKey(items, i, { key, shiftKey: false }, 12)
  t.equal(idsInOrder(press(pile, 'b', 'ArrowUp')!), 'bac')
  t.equal(idsInOrder(press(pile, 'b', 'ArrowDown')!), 'acb')
  t.equal(press(pile, 'a', 'ArrowUp'), undefined)
  t.equal(press(pile, 'c', 'ArrowDown'), undefined)
  t.equal(press([{ ...pile[0]!, static: true }, ...pile.slice(1)], 'b', 'ArrowUp'), undefined)
})
