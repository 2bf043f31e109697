import t from '@toile/testing/tap'
import { rateLimits } from '@toile/testing/processes'
import { newId } from '@toile/contracts/ids'
import { caller, startTestApi } from '../test-api.js'

await t.test('limits by address count the /64 of IPv6, and ignore ports that proxies add', async (t) => {
  const api = await startTestApi({ trustProxy: '127.0.0.1' })
  t.teardown(() => api.close())
  const statuses = async (addressOf: (call: number) => string) => {
    const seen = new Set<number>()
    // The limit is 60 a minute.
    for (let call = 0; call <= 60; call++) {
      const response = await fetch(`${api.url}/robots.txt`, { headers: { 'x-forwarded-for': addressOf(call) } })
      await response.arrayBuffer()
      seen.add(response.status)
    }
    return [...seen]
  }
  t.same(await statuses((call) => `2001:db8:1:2::${call.toString(16)}`), [200, 429], 'one customer')
  t.same(await statuses((call) => `2001:db8:9:${call.toString(16)}::1`), [200], 'as many customers')
  t.same(await statuses((call) => `203.0.113.7:${50_000 + call}`), [200, 429], 'a port for each connection')
})

const limits = { ...rateLimits(0.05), signInFailuresPerNetwork: 40 }

await t.test('X06 counts reads of visitors together, weighs lists higher, and counts users separately', async (t) => {
  const api = await startTestApi({
    trustProxy: '127.0.0.1',
    // These limits are so low that Redis counts each call.
    limits: { ...limits, factor: 0.01 },
  })
  t.teardown(() => api.close())
  const [ann, una] = [await api.person(), await api.person({ verified: false })]
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const ask = async (path: string, call = caller(api.url)) => (await call('GET', path, { headers })).status
  t.equal(await ask('/works'), 200)
  const [key] = await api.redis.keys('*limit:reads:*')
  t.match(key, /203\.0\.113\.9$/)
  t.equal(await api.redis.get(key!), '5')
  await api.redis.set(key!, 57, 'KEEPTTL')
  t.equal(await ask('/works'), 429)
  t.equal(await ask('/works', ann.call), 200)
  t.equal(await ask('/works', una.call), 429, 'accounts without a proven address have none of their own')
  await api.redis.set(key!, 57, 'KEEPTTL')
  t.equal(await ask(`/users/${ann.user.id}`), 200)
  t.equal(await ask('/health/ready'), 200, 'who watches is always answered')
  for (const [path, first, limit] of [
    ['/creators', 200, 'pages:0'],
    [`/files/${newId()}/dress.webp`, 404, 'getFile:0'],
  ] as const) {
    t.equal(await ask(path), first)
    await api.redis.set(`toile:limit:${limit}:203.0.113.9`, 60_000, 'KEEPTTL')
    t.equal(await ask(path), 429)
  }
})

await t.test(
  'X06 a process leases up to a hundredth of a large limit, and no more calls pass than allowed',
  async (t) => {
    const api = await startTestApi({
      trustProxy: '127.0.0.1',
    })
    t.teardown(() => api.close())
    const headers = { 'x-forwarded-for': '203.0.113.10' }
    const ask = async () => (await caller(api.url)('GET', '/works', { headers })).status
    const key = 'toile:limit:reads:203.0.113.10'
    const taken: number[] = []
    for (let call = 1; call <= 20; call++) {
      t.equal(await ask(), 200)
      taken.push(Number(await api.redis.get(key)))
    }
    t.same([...new Set(taken)], [5, 15, 35, 75, 135], 'twice as much each time, up to a hundredth')
    await api.redis.set(key, 5_940, 'KEEPTTL')
    for (let call = 1; call <= 7 + 12; call++) t.equal(await ask(), 200)
    t.equal(await ask(), 429, 'the last of 6,000 points is used')

    await api.redis.del(key)
    t.same(new Set(await Promise.all(Array.from({ length: 40 }, ask))), new Set([200]))
    const counted = Number(await api.redis.get(key))
    for (let call = 1; call <= (counted - 40 * 5) / 5; call++) t.equal(await ask(), 200)
    t.equal(Number(await api.redis.get(key)), counted, 'what calls at a time have taken is used by those after them')
  },
)

await t.test('S01 an operator sets a factor for all rate limits, and the failed sign-ins per network', async (t) => {
  const api = await startTestApi({ limits })
  t.teardown(() => api.close())
  const passed = async (ask: (i: number) => Promise<Response>) => {
    let count = 0
    for (let i = 0; i < 12; i++) if ((await ask(i)).status !== 429) count++
    return count
  }
  const call = caller(api.url)
  t.equal(await passed(() => call('GET', '/robots.txt')), 3, 'of a limit of 60')
  const guesses = await passed((i) => call('POST', '/auth/login', { body: { login: `name ${i}`, password: 'x' } }))
  t.equal(guesses, 2, "of a network's 40")
})

await t.test('S01 S10 an operator sets registrations and failures per network, and mails per user', async (t) => {
  const limits = { ...rateLimits(1), signInFailuresPerNetwork: 2, registrationsPerNetwork: 2, mailsPerHour: 2 }
  const api = await startTestApi({ limits })
  t.teardown(() => api.close())
  const visitor = caller(api.url)
  const ann = await api.person()
  const password = 'a good password'
  const passes: Record<string, (i: number) => Promise<Response>> = {
    'failed sign-ins': (i) => visitor('POST', '/auth/login', { body: { login: `nobody ${i}`, password } }),
    accounts: (i) =>
      visitor('POST', '/auth/register', {
        body: {
          username: `new${i}`,
          email: `new${i}@example.test`,
          password,
          passwordConfirmation: password,
          agree: true,
        },
      }),
    mails: (i) => ann.call('PUT', '/auth/email', { body: { email: `ann${i}@example.test` } }),
  }
  for (const [what, ask] of Object.entries(passes)) {
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await ask(i)).status)
    const passed = statuses.filter((status) => status !== 429).length
    t.equal(passed, 2, `${what}: ${statuses.join()}`)
  }
})

await t.test('S01 a call that a later limit refuses does not count in the limits before it', async (t) => {
  const api = await startTestApi({ limits: { ...limits, factor: 1, signInFailuresPerNetwork: 2 } })
  t.teardown(() => api.close())
  const logIn = async (login: string) =>
    (await caller(api.url)('POST', '/auth/login', { body: { login, password: 'a good password' } })).status
  for (let i = 0; i < 2; i++) await logIn(`nobody ${i}`)
  for (let i = 0; i < 3; i++) t.equal(await logIn('una'), 429, 'the network has no failures left')
  const [key] = await api.redis.keys('*limit:login:0:una|*')
  t.equal(Number(key && (await api.redis.get(key))), 0, 'none of them is a failure of this account')
})
