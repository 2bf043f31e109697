import t from '@toile/testing/tap'
import { startKnocks } from '@toile/testing/knocks'
import { caller } from '../test-api.js'
import { startSocialTest, type SocialTest } from './test-social.js'

let api: SocialTest
t.before(async () => {
  api = await startSocialTest()
  api.google.accounts.set('g-ann', { name: 'Ann', email: 'ann@example.test', emailVerified: true })
  api.facebook.accounts.set('f-bo', { name: 'Bo' })
})
t.teardown(() => api.close())
t.afterEach(() => {
  for (const { faults } of [api.google, api.facebook])
    Object.assign(faults, { hang: false, fail: false, detours: new Map() })
})

await t.test('O07 a hanging provider costs its users six seconds, and other users nothing', async (t) => {
  const password = 'a password of dana'
  await api.person({ name: 'dana', password })
  await api.signIn('google', 'Ann')
  const ways = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const type = i % 2 ? ('google' as const) : ('facebook' as const)
      const browser = api.browser()
      return { type, browser, back: await api.goThrough(browser, type, type === 'google' ? 'Ann' : 'Bo') }
    }),
  )
  const callsBefore = api.google.calls.length + api.facebook.calls.length
  api.google.faults.hang = api.facebook.faults.hang = true
  let answered = 0
  const hanging = Promise.all(
    ways.map(({ type, browser, back }) => api.complete(browser, type, back).finally(() => answered++)),
  )
  while (api.google.calls.length + api.facebook.calls.length < callsBefore + ways.length)
    await new Promise(setImmediate)
  const busy = await api.db
    .selectFrom('social_states')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  t.equal(Number(busy.n), 0, 'every state is spent before the provider is asked')
  const login = await caller(api.url)('POST', '/auth/login', { body: { login: 'dana', password } })
  t.equal(login.status, 200, 'sign-in by password goes on')
  t.equal(answered, 0, 'while all of them wait')

  for (const response of await hanging) {
    t.equal(response.status, 504)
    t.match(await response.json(), { code: 'REQUEST_TIMEOUT', message: 'Request Timeout' })
  }
})

await t.test('O07 an unreachable provider at the start of a sign-in leads to the error page', async (t) => {
  const fresh = await startSocialTest()
  t.teardown(() => fresh.close())
  const start = async () =>
    (await fetch(`${fresh.url}/social/google/login`, { redirect: 'manual' })).headers.get('location')
  fresh.google.faults.hang = true
  t.equal(await start(), '/social/google/login?error=request_timeout')
  Object.assign(fresh.google.faults, { hang: false, fail: true })
  t.equal(await start(), '/social/google/login?error=social_unavailable')
  fresh.google.faults.fail = false
  t.match(await start(), new RegExp(`^${fresh.google.url}/auth`), 'and the next try finds it back')
})

await t.test('a failing provider is a provider fault, a used code is not', async (t) => {
  for (const [type, choice] of [
    ['google', 'Ann'],
    ['facebook', 'Bo'],
  ] as const) {
    const [spent, late] = [api.browser(), api.browser()]
    const back = await api.goThrough(spent, type, choice)
    t.equal((await api.complete(spent, type, back)).status, 200)
    const next = await api.goThrough(spent, type, choice)
    const reused = await api.complete(spent, type, { ...next, code: back.code })
    t.match(await reused.json(), { statusCode: 422, code: 'SOCIAL_REFUSED' }, `${type}: a used code`)

    const last = await api.goThrough(late, type, choice)
    const provider = api[type]
    provider.faults.fail = true
    const failed = await api.complete(late, type, last)
    provider.faults.fail = false
    t.match(await failed.json(), { statusCode: 503, code: 'SOCIAL_UNAVAILABLE' }, `${type}: an error of the provider`)
    t.ok(Number(failed.headers.get('retry-after')) > 0)
  }
})

await t.test("X05 a provider's redirect is not followed and gets no code or secret", async (t) => {
  const knocks = await startKnocks()
  t.teardown(() => knocks.stop())
  const fresh = await startSocialTest()
  t.teardown(() => fresh.close())
  fresh.google.accounts.set('g-ann', { name: 'Ann', email: 'ann@example.test', emailVerified: true })
  fresh.facebook.accounts.set('f-bo', { name: 'Bo' })
  const { google, facebook } = fresh
  const [elsewhere] = knocks.addresses
  google.faults.detours.set('/.well-known/openid-configuration', elsewhere!)
  const start = await fetch(`${fresh.url}/social/google/login`, { redirect: 'manual' })
  t.equal(start.headers.get('location'), '/social/google/login?error=social_unavailable')
  google.faults.detours.clear()
  for (const [type, provider, choice, path] of [
    ['google', google, 'Ann', '/jwks'],
    ['google', google, 'Ann', '/token'],
    ['facebook', facebook, 'Bo', '/oauth/access_token'],
    ['facebook', facebook, 'Bo', '/me'],
  ] as const) {
    const browser = fresh.browser()
    const back = await fresh.goThrough(browser, type, choice)
    provider.faults.detours.set(path, elsewhere!)
    const response = await fresh.complete(browser, type, back)
    provider.faults.detours.clear()
    t.ok(provider.calls.includes(path), `${path} was asked`)
    t.match(await response.json(), { statusCode: 503, code: 'SOCIAL_UNAVAILABLE' }, path)
  }
  t.equal(knocks.count(), 0)
})
