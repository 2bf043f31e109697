import t from '@toile/testing/tap'
import { knownOf, missedSince } from './missed.js'

const page = (unread: Record<string, number>) => ({
  items: Object.entries(unread).map(([conversationWith, unread]) => ({ conversationWith, unread })),
})

t.test('counts messages that came while offline, but not in the open conversation', async (t) => {
  const before = knownOf('inbox', [page({ ann: 1, bob: 0, cyd: 3 })])
  const now = [page({ ann: 3, new: 1, bob: 5, cyd: 0 })]
  t.equal(missedSince(before, 'inbox', now, 'bob'), 3)
  t.equal(missedSince(knownOf('inbox', now), 'inbox', now, 'bob'), 0)
})

t.test('counts nothing of older pages, or of another box, when they are first loaded', async (t) => {
  const first = page({ ann: 1 })
  const before = knownOf('inbox', [first])
  t.equal(missedSince(undefined, 'inbox', [first], undefined), 0)
  t.equal(missedSince(before, 'inbox', [first, page({ old: 7 })], undefined), 0)
  t.equal(missedSince(before, 'requests', [page({ stranger: 2 })], undefined), 0)
})
