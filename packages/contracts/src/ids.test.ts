import t from '@toile/testing/tap'
import { isId, newId, timeOfId } from './ids.js'

await t.test('ids of one process sort by creation order, within a millisecond too', async (t) => {
  const now = Date.UTC(2026, 10, 25)
  const ids = Array.from({ length: 2_000 }, (_, i) => newId(now + Math.floor(i / 1_000)))
  t.same(ids.toSorted(), ids)
  t.equal(new Set(ids).size, ids.length)
  for (const id of [ids[0]!, ids[1_000]!]) {
    t.ok(isId(id))
    t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'version and variant')
  }
  t.equal(timeOfId(ids[999]!).getTime(), now)
  t.equal(timeOfId(ids[1_000]!).getTime(), now + 1)
})
