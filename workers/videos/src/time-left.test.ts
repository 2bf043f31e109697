import t from '@toile/testing/tap'
import { etaOfShare } from './time-left.js'

t.test('estimates the time left as a range, from the time taken so far', async (t) => {
  t.same(etaOfShare(0.5, 20), { minSeconds: 14, maxSeconds: 30 }, '20 s are left at this pace')
  t.same(etaOfShare(0.99, 99), { minSeconds: 0, maxSeconds: 2 })
  t.same(etaOfShare(1.2, 10), { minSeconds: 0, maxSeconds: 1 }, 'ffmpeg may find more than announced')
})

t.test('estimates nothing too early', async (t) => {
  t.equal(etaOfShare(0.04, 60), undefined)
  t.equal(etaOfShare(0.5, 0.9), undefined)
})
