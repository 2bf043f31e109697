import t from '@toile/testing/tap'
import { slopeOf } from './slope.js'

function dice(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

await t.test('finds a slope under noise, and none in noise alone', async (t) => {
  const roll = dice(7)
  const samples = (per: number) => Array.from({ length: 600 }, (_, at) => ({ at, value: 90 + per * at + 8 * roll() }))
  const growing = slopeOf(samples(0.02))
  t.ok(Math.abs(growing.per - 0.02) < growing.plusMinus, 'it is within what was said')
  t.ok(growing.plusMinus < 0.002, 'and that is little')
  const flat = slopeOf(samples(0))
  t.ok(Math.abs(flat.per) < flat.plusMinus, 'flat is flat')
})

await t.test('reports no growth for a sawtooth', async (t) => {
  const saw = Array.from({ length: 600 }, (_, at) => ({ at, value: 80 + (at % 97) / 5 }))
  const { per, plusMinus } = slopeOf(saw)
  t.ok(Math.abs(per) < plusMinus, `${per} within ${plusMinus}`)
})

await t.test('says how little few samples prove', async (t) => {
  // The residuals alternate, so they count as uncorrelated. The tables of Student's t give 4.303 for 2 degrees of
  // freedom and 2.447 for 6.
  for (const [n, quantile, squares, spread] of [
    [4, 4.303, 3.2, 5],
    [8, 2.447, 8 - 16 / 42, 42],
  ] as const) {
    const { plusMinus } = slopeOf(Array.from({ length: n }, (_, at) => ({ at, value: at % 2 ? -1 : 1 })))
    const wanted = quantile * Math.sqrt(squares / (n - 2) / spread)
    t.ok(Math.abs(plusMinus / wanted - 1) < 0.01, `${plusMinus} is ${wanted}`)
  }
})
