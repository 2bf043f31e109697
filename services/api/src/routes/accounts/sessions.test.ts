import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import { makeToken } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { caller, signedOutWithinASecond, startTestApi, type TestApi } from '../../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(async () => {
  await api.close()
})

const PASSWORD = 'a good old password'
interface Listed {
  items: { id: string; current: boolean; userAgent: string; lastSeenAt: string }[]
}

await t.test('S16 S06 each sign-in opens a session, and each session can be ended', async (t) => {
  const ann = await api.person({ password: PASSWORD })
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

await t.test('B02 sensitive actions require the password, once per ten minutes of a session', async (t) => {
  const proving = (Object.values(routes) as Route[]).filter(({ proof }) => proof)
  t.same(proving.map(({ path }) => path).sort(), [
    '/backstage/exports',
    '/backstage/users/:id/group',
    '/backstage/users/:id/verify-email',
    '/backstage/users/bulk-ban',
    '/me/export',
  ])
  await api.person({ name: 'operator', group: 'admin', password: PASSWORD })
  const signIn = async () => {
    const body = { login: 'operator', password: PASSWORD }
    const response = await caller(api.url)('POST', '/auth/login', { body })
    return caller(api.url, ((await response.json()) as { token: string }).token)
  }
  const [call, other] = [await signIn(), await signIn()]
  const ask = async (by: typeof call) =>
    Promise.all(
      proving.map(async ({ method, path }) => {
        const response = await by(method, path.replace(':id', newId()), method === 'GET' ? {} : { body: {} })
        const { code } = (await response.json()) as { code?: string }
        return code === 'REAUTHENTICATION_REQUIRED'
      }),
    )
  t.same(new Set(await ask(call)), new Set([true]), 'a token alone is not enough, not even a new one')
  const wrong = await call('POST', '/auth/reauthenticate', { body: { password: 'a guess' } })
  t.match(await wrong.json(), { statusCode: 422, code: 'INVALID_INPUT', fields: { password: [String] } })
  t.same(new Set(await ask(call)), new Set([true]))
  t.equal((await call('POST', '/auth/reauthenticate', { body: { password: PASSWORD } })).status, 204)
  t.same(new Set(await ask(call)), new Set([false]))
  t.same(new Set(await ask(other)), new Set([true]), 'another session of theirs')
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(Date.now() - 10 * 60_000 - 1) })
    .execute()
  t.same(new Set(await ask(call)), new Set([true]), 'ten minutes later')
})

await t.test('B02 without a password, a sign-in of the last ten minutes is enough', async (t) => {
  const ann = await api.person()
  await api.db.updateTable('sessions').set({ proven_at: null }).where('user_id', '=', ann.user.id).execute()
  t.equal((await ann.call('GET', '/me/export')).status, 200)
  const before = new Date(Date.now() - 10 * 60_000 - 1)
  await api.db.updateTable('sessions').set({ created_at: before }).where('user_id', '=', ann.user.id).execute()
  t.match(await (await ann.call('GET', '/me/export')).json(), { code: 'REAUTHENTICATION_REQUIRED' })
})

await t.test("A02 nobody can see another user's session", async (t) => {
  const ann = await api.person()
  const bob = await api.person()
  const { sid } = await makeToken(api.db, bob.user)
  t.notMatch(await (await ann.call('GET', '/me/sessions')).text(), sid)
})

await t.test("a session's last use is kept to the minute", async () => {
  const ann = await api.person()
  const long = new Date(Date.now() - 3_600_000)
  await api.db.updateTable('sessions').set({ last_seen_at: long }).where('user_id', '=', ann.user.id).execute()
  await until(async () => {
    const { items } = (await (await ann.call('GET', '/me/sessions')).json()) as Listed
    return Date.now() - new Date(items[0]!.lastSeenAt).getTime() < 60_000
  })
})

await t.test('S15 no route accepts a cookie alone', async (t) => {
  const { routes } = await import('@toile/contracts/routes')
  const ann = await api.person()
  const cookie = `token=${encodeURIComponent(JSON.stringify(ann.token))}`
  for (const [name, route] of Object.entries(routes)) {
    if (route.access === 'public' || route.method === 'GET') continue
    const path = route.path.replace(/:\w+/g, ann.user.id)
    const response = await fetch(api.url + path, {
      method: route.method,
      headers: { cookie, 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
      ...(route.method !== 'HEAD' && { body: '{}' }),
    })
    t.equal(response.status, 401, name)
  }
})
