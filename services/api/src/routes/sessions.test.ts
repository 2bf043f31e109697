import t from '@toile/testing/tap'
import { makeToken } from '@toile/testing/factories'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { caller, signedOutWithinASecond, startTestApi, type TestApi } from '../test-api.js'

let redis: TestRedis
let api: TestApi
t.before(async () => {
  redis = await startTestRedis()
  api = await startTestApi({ redisUrl: redis.url })
})
t.teardown(async () => {
  await api.close()
  await redis.stop()
})

const PASSWORD = 'a good old password'
interface Listed {
  items: { id: string; current: boolean; userAgent: string; lastSeenAt: string }[]
}

await t.test('S16 S06 each sign-in is a session of its own, and one can sign out of each', async (t) => {
  const ann = await api.person({ password: PASSWORD })
  // A token that was planted before signing in stays what it is.
  const planted = await caller(api.url, 'x')('POST', '/auth/login', {
    body: { login: ann.user.username, password: PASSWORD },
    headers: { 'user-agent': 'A phone', cookie: 'token=%22x%22' },
  })
  const { token } = (await planted.json()) as { token: string }
  t.not(token, 'x')
  t.equal((await caller(api.url, 'x')('GET', '/auth/me')).status, 401)

  const { items } = (await (await ann.call('GET', '/me/sessions')).json()) as Listed
  t.equal(items.length, 2)
  t.same(
    items.map(({ current, userAgent }) => ({ current, userAgent })).sort((a) => (a.current ? -1 : 1)),
    [
      { current: true, userAgent: 'test' },
      { current: false, userAgent: 'A phone' },
    ],
  )
  const phone = items.find(({ current }) => !current)!
  t.equal((await ann.call('DELETE', `/me/sessions/${phone.id}`)).status, 204)
  t.ok(await signedOutWithinASecond(caller(api.url, token)))
  t.equal((await ann.call('DELETE', `/me/sessions/${phone.id}`)).status, 404)
})

await t.test('A02 nobody sees or ends another person’s session', async (t) => {
  const ann = await api.person()
  const bob = await api.person()
  const { sid } = await makeToken(api.db, bob.user)
  t.equal((await ann.call('DELETE', `/me/sessions/${sid}`)).status, 404)
  t.notMatch(await (await ann.call('GET', '/me/sessions')).text(), sid)
})

await t.test('when a session was last seen is kept to the minute', async () => {
  const ann = await api.person()
  const long = new Date(Date.now() - 3_600_000)
  await api.db.updateTable('sessions').set({ last_seen_at: long }).where('user_id', '=', ann.user.id).execute()
  await until(async () => {
    const { items } = (await (await ann.call('GET', '/me/sessions')).json()) as Listed
    return Date.now() - new Date(items[0]!.lastSeenAt).getTime() < 60_000
  })
})

await t.test('S15 no route is moved by a cookie alone', async (t) => {
  const { routes } = await import('@toile/contracts/routes')
  const ann = await api.person()
  const cookie = `token=${encodeURIComponent(JSON.stringify(ann.token))}`
  for (const [name, route] of Object.entries(routes)) {
    if (route.access === 'public' || route.method === 'GET') continue
    const path = route.path.replace(/:\w+/g, ann.user.id)
    const answer = await fetch(api.url + path, {
      method: route.method,
      headers: { cookie, 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
      ...(route.method !== 'HEAD' && { body: '{}' }),
    })
    t.equal(answer.status, 401, name)
  }
})
