import fc from 'fast-check'
import t from '@toile/testing/tap'
import { cropLimits, moved, resized, rounded, turned } from './section.js'

const picture = { width: 400, height: 300 }

t.test("keeps a section's aspect ratio, minimum size and place within the picture", async (t) => {
  const section = { x: 100, y: 100, width: 100, height: 100 }
  t.strictSame(moved(section, -500, 500, picture), { x: 0, y: 200, width: 100, height: 100 })
  t.hasStrict(resized(section, 0.01, picture), { width: 10, height: 10 })
  t.hasStrict(resized(section, 9, picture), { y: 0, width: 300, height: 300 })
  const parts = { x: 0.4, y: 199.6, width: 100.4, height: 100.9 }
  t.strictSame(rounded(parts, picture), { x: 0, y: 200, width: 100, height: 100 })
  let turns = 0
  const seen = Array.from({ length: 5 }, () => (turns = turned(turns, 1)))
  t.strictSame(seen, [1, 2, 3, 0, 1])
  t.ok(Math.abs(turned(-3, -1)) < 0.005)
  t.strictSame(cropLimits, { maxOutputPx: 2_000, minSectionPx: 10, maxQuarterTurns: 3 })
  fc.assert(
    fc.property(
      fc.record({ x: fc.nat(390), y: fc.nat(290), side: fc.integer({ min: 10, max: 100 }) }),
      fc.double({ min: 0.1, max: 5, noNaN: true }),
      ({ x, y, side }, factor) => {
        const from = moved({ x, y, width: side, height: side }, 0, 0, picture)
        const to = rounded(resized(from, factor, picture), picture)
        const isInside = to.x >= 0 && to.y >= 0 && to.x + to.width <= 400 && to.y + to.height <= 300
        return isInside && Math.min(to.width, to.height) >= 10
      },
    ),
  )
})
