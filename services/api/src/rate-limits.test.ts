import t from '@toile/testing/tap'
import { testServer } from '@toile/testing/database'
import { caller, startTestApi } from './test-api.js'

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

await t.test(
  'X06 what strangers read is counted together, a list for more than one thing, and by person',
  async (t) => {
    const api = await startTestApi({
      trustProxy: '127.0.0.1',
      redisUrl: new URL('/5', testServer('TEST_REDIS_URL')).href,
    })
    t.teardown(() => api.close())
    const ann = await api.person()
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const ask = async (path: string, call = caller(api.url)) => (await call('GET', path, { headers })).status
    t.equal(await ask('/works'), 200)
    const [key] = await api.redis.keys('*limit:reads:*')
    t.match(key, /203\.0\.113\.9$/)
    t.equal(await api.redis.get(key!), '5')
    await api.redis.set(key!, 5_997, 'KEEPTTL')
    t.equal(await ask('/works'), 429)
    t.equal(await ask('/works', ann.call), 200)
    await api.redis.set(key!, 5_997, 'KEEPTTL')
    t.equal(await ask(`/users/${ann.user.id}`), 200)
    t.equal(await ask('/health/ready'), 200, 'who watches is always answered')
  },
)
