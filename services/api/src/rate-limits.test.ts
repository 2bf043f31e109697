import t from '@toile/testing/tap'
import { startTestApi } from './test-api.js'

await t.test('limits by address count the /64 of IPv6, and no port that a proxy adds', async (t) => {
  const api = await startTestApi({ trustProxy: '127.0.0.1' })
  t.teardown(() => api.close())
  const statuses = async (addressOf: (call: number) => string) => {
    const seen = new Set<number>()
    // More than twice the 60 a minute that there are of it: some may be counted in memory, while Redis is slow.
    for (let call = 0; call <= 120; call++) {
      const answer = await fetch(`${api.url}/robots.txt`, { headers: { 'x-forwarded-for': addressOf(call) } })
      await answer.arrayBuffer()
      seen.add(answer.status)
    }
    return [...seen]
  }
  t.same(await statuses((call) => `2001:db8:1:2::${call.toString(16)}`), [200, 429], 'one customer')
  t.same(await statuses((call) => `2001:db8:9:${call.toString(16)}::1`), [200], 'as many customers')
  t.same(await statuses((call) => `203.0.113.7:${50_000 + call}`), [200, 429], 'a port for each connection')
})
