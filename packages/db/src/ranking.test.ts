import fc from 'fast-check'
import t from '@toile/testing/tap'
import { rankWorks, scoreOf, sharePrizes, type Judged } from './ranking.js'

const criteria = [
  { id: 'cut', title: 'Cut', weight: 2 },
  { id: 'idea', title: 'Idea', weight: 1 },
]
const work = (id: string, scores: [cut: number, idea: number][], at = 0): Judged => ({
  id,
  submittedAt: new Date(at),
  scores: scores.map(([cut, idea]) => ({ cut, idea })),
})
const tier = (amount: number, i: number) => ({ title: `Prize ${i + 1}`, amount })

await t.test(
  'works rank by the jurors’ weighted mean; equal means tie, and a work without scores has no rank',
  async (t) => {
    const ranked = rankWorks(criteria, [
      work('c', []),
      work('a', [[90, 60]]),
      work('b', [
        [70, 100],
        [90, 60],
        [80, 80],
      ]),
      work('d', [[100, 100]]),
    ])
    t.same(ranked, [
      { id: 'd', rank: 1, score: 100 },
      { id: 'a', rank: 2, score: 80 },
      { id: 'b', rank: 2, score: 80 },
      { id: 'c', rank: null, score: null },
    ])
    t.equal(scoreOf(criteria, []), null)
  },
)

await t.test('tied works share their places’ prizes to the last cent, also past the last tier', async (t) => {
  const tiers = [10_000, 5_000, 1_001].map(tier)
  const even = rankWorks(criteria, [
    work('a', [[1, 1]], 2),
    work('b', [[1, 1]], 1),
    work('c', [[0, 0]]),
    work('d', [[0, 0]], 9),
  ])
  t.same(sharePrizes(tiers, even), [
    { id: 'b', slot: 1, rank: 1, title: 'Prize 1', bonus: 7_500 },
    { id: 'a', slot: 2, rank: 1, title: 'Prize 1', bonus: 7_500 },
    { id: 'c', slot: 3, rank: 3, title: 'Prize 3', bonus: 501 },
    { id: 'd', slot: 4, rank: 3, title: 'Prize 3', bonus: 500 },
  ])
  t.same(sharePrizes(tiers, rankWorks(criteria, [])), [])
})

await t.test('V05 for any scores with ties the bonuses add up to the prize money', async (t) => {
  const anyWork = fc.record({
    scores: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), { maxLength: 3 }),
    at: fc.integer({ min: 0, max: 3 }),
  })
  const property = fc.property(
    fc.array(anyWork, { maxLength: 12 }),
    fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 6 }),
    (list, amounts) => {
      const works = list.map(({ scores, at }, i) => work(`w${i}`, scores, at))
      const tiers = amounts.map(tier)
      const ranked = rankWorks(criteria, works)
      const prizes = sharePrizes(tiers, ranked)
      const placed = ranked.filter(({ rank }) => rank !== null).length
      const reached = amounts.slice(0, placed).reduce((sum, amount) => sum + amount, 0)
      const given = prizes.reduce((sum, { bonus }) => sum + bonus, 0)
      const slots = prizes.map(({ slot }) => slot)
      const same = new Map<number, number[]>()
      for (const { rank, bonus } of prizes) same.set(rank, [...(same.get(rank) ?? []), bonus])
      return (
        given === reached &&
        slots.join() === prizes.map((_, i) => i + 1).join() &&
        [...same.values()].every((bonuses) => Math.max(...bonuses) - Math.min(...bonuses) <= 1) &&
        // Either all works of a rank get a prize or none.
        prizes.length === ranked.filter(({ rank }) => rank !== null && rank <= tiers.length).length &&
        // The input's order does not matter.
        JSON.stringify(sharePrizes(tiers, rankWorks(criteria, works.toReversed()))) === JSON.stringify(prizes)
      )
    },
  )
  fc.assert(property, { numRuns: 500 })
  t.pass('for any')
})
