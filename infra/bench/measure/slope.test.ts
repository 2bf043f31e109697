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
