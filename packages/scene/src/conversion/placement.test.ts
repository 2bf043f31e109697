import t from '@toile/testing/tap'
import { findUnit, findUp, type Bounds } from './placement.js'

const box = (x: number, y: number, z: number, lift = [0, 0, 0]): Bounds => ({
  min: [lift[0]! - x / 2, lift[1]! - y / 2, lift[2]! - z / 2],
  max: [lift[0]! + x / 2, lift[1]! + y / 2, lift[2]! + z / 2],
})

await t.test('guesses the up axis of a file that does not state it', async (t) => {
  for (const [what, format, bounds, up] of [
    ['a dress that stands on y', 'obj', box(60, 110, 30, [0, 55, 0]), 'y'],
    ['a dress that stands on z', 'obj', box(60, 30, 110, [0, 0, 55]), 'z'],
    ['a belt about its middle', 'obj', box(32, 4, 24), 'y'],
    ['a belt about its middle, turned', 'obj', box(24, 4, 32), 'y'],
    ['a belt of a printer about its middle', 'stl', box(32, 24, 4), 'z'],
    ['a scanned person about their middle', 'ply', box(60, 170, 30), 'y'],
    ['a dress of a printer about its middle', 'stl', box(60, 30, 110), 'z'],
    ['a panel of a scanner that faces the viewer', 'ply', box(40, 50, 0), 'y'],
  ] as const)
    t.equal(findUp(format, bounds), up, what)
})

await t.test('uses the unit that a file states, and guesses a missing one', async (t) => {
  t.same(findUnit(440.5, 0.01), { metresPerUnit: 0.01, unitFrom: 'file' })
  t.same(findUnit(1.1, 0.01), { metresPerUnit: 0.01, unitFrom: 'file' })
  for (const [longest, metresPerUnit] of [
    [1.1, 1],
    [110, 0.01],
    [1100, 0.001],
  ] as const)
    t.same(findUnit(longest, undefined), { metresPerUnit, unitFrom: 'size' })
  t.same(findUnit(8e6, undefined), { metresPerUnit: 1 / 8e6, unitFrom: 'size' })
})
