import t from '@toile/testing/tap'
import type { CookieBrowser } from '@toile/testing/providers/cookie-browser'
import { startSocialTest, type SocialTest } from '../../social/test-social.js'
import { caller, startTestApi } from '../../test-api.js'

let api: SocialTest
t.before(async () => {
  api = await startSocialTest()
  api.google.accounts.set('g-ann', { name: 'Ann Taylor', email: 'ann@example.test', emailVerified: true })
  api.facebook.accounts.set('f-bo', { name: 'Bo' })
})
t.teardown(() => api.close())

await t.test('a new user signs in with Google, and is the same user the next time', async (t) => {
  const first = await api.signIn('google', 'Ann Taylor')
  t.equal(first.status, 200)
  t.match(first.body.user, { nickname: 'Ann Taylor', name: 'Ann-Taylor', email: 'ann@example.test', group: 'user' })
  t.ok(first.body.user.email_verified_at, 'the provider vouches for the email')
  t.notOk(first.body.nextStep)
  const second = await api.signIn('google', 'Ann Taylor')
  t.equal(second.body.user.id, first.body.user.id)
  t.not(second.body.token, first.body.token, 'S06 each sign-in has a session of its own')
  const me = await caller(api.url, second.body.token)('GET', '/auth/me')
  t.equal(me.status, 200)
})

await t.test('lists the configured providers', async (t) => {
  const list = await caller(api.url)('GET', '/social/providers')
  t.match(await list.json(), { items: [{ type: 'google', name: 'Google' }, { type: 'facebook' }] })
  t.match(await (await caller(api.url)('GET', '/entry/info')).json(), { providers: ['google', 'facebook'] })
  const bare = await startTestApi()
  t.teardown(() => bare.close())
  t.same(await (await caller(bare.url)('GET', '/social/providers')).json(), { items: [], nextCursor: null })
  const start = await fetch(`${bare.url}/social/google/login`, { redirect: 'manual' })
  t.same([start.status, start.headers.get('location')], [302, '/login/signin'])
  const body = { code: 'x', state: 'x' }
  t.equal((await caller(bare.url)('POST', '/social/facebook/complete', { body })).status, 404)
  const ann = await bare.person()
  t.equal((await ann.call('POST', '/me/identities/google', { body: {} })).status, 404)
})

await t.test('O01 HEAD begins no sign-in', async (t) => {
  const response = await fetch(`${api.url}/social/google/login`, { method: 'HEAD', redirect: 'manual' })
  t.same([response.status, response.headers.get('location')], [302, '/login/signin'])
  t.equal(response.headers.get('set-cookie'), null)
})

await t.test('O01 a missing, foreign or used state neither signs in nor links', async (t) => {
  const rows = async () => (await api.db.selectFrom('identities').select('subject').execute()).length
  const before = await rows()
  const denied = async (browser: CookieBrowser, body: object, why: string) => {
    const response = await api.complete(browser, 'facebook', body)
    t.equal(response.status, 422, why)
    t.match(await response.json(), { code: /SOCIAL_STATE_INVALID|INVALID_INPUT/ }, why)
  }
  const eve = api.browser()
  const ofEve = await api.goThrough(eve, 'facebook', 'Bo')
  await denied(api.browser(), ofEve, 'the code and state of another browser')
  const victim = api.browser()
  const ofVictim = await api.goThrough(victim, 'facebook', 'Bo')
  await denied(victim, ofEve, 'while the victim has a sign-in of their own on its way')
  await denied(victim, { code: ofEve.code, state: ofVictim.state }, 'a foreign code: its verifier is elsewhere')
  await denied(eve, { code: ofEve.code }, 'no state')
  await denied(eve, { code: ofEve.code, state: '' }, 'an empty state')
  t.equal(await rows(), before)

  const bo = api.browser()
  const ofBo = await api.goThrough(bo, 'facebook', 'Bo')
  const jar = new Map(bo.cookies)
  t.equal((await api.complete(bo, 'facebook', ofBo)).status, 200)
  t.notOk(
    [...bo.cookies.keys()].some((name) => name.startsWith('toile-')),
    'the cookies are gone',
  )
  for (const [name, value] of jar) bo.cookies.set(name, value)
  await denied(bo, ofBo, 'a used state, with the cookies kept')

  const late = api.browser()
  const ofLate = await api.goThrough(late, 'facebook', 'Bo')
  await api.db
    .updateTable('social_states')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute()
  await denied(late, ofLate, 'a state of more than ten minutes ago')
})

await t.test('O01 the state is hidden from scripts and other sites, and PKCE uses S256', async (t) => {
  const response = await fetch(`${api.url}/social/google/login`, { redirect: 'manual' })
  t.equal(response.status, 302)
  const cookies = response.headers.getSetCookie()
  t.equal(cookies.length, 2)
  for (const cookie of cookies)
    t.match(cookie, /^toile-google-(state|verifier)=.{20,}Max-Age=600;.*HttpOnly; SameSite=Lax/)
  const query = new URL(response.headers.get('location')!).searchParams
  t.equal(query.get('code_challenge_method'), 'S256')
  t.match(query.get('nonce'), /^.{40,}$/)
  const row = await api.db.selectFrom('social_states').select('state_hash').execute()
  t.notOk(
    row.some(({ state_hash }) => state_hash.toString() === query.get('state')),
    'only its hash is stored',
  )

  const secure = await startTestApi({ publicUrl: 'https://toile.example', social: api.config.social })
  t.teardown(() => secure.close())
  const overHttps = await fetch(`${secure.url}/social/google/login`, { redirect: 'manual' })
  for (const cookie of overHttps.headers.getSetCookie())
    t.match(cookie, /^__Host-toile-google-.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/)
})

await t.test('O04 a code of one provider does not work at the other', async (t) => {
  const browser = api.browser()
  const back = await api.goThrough(browser, 'google', 'Ann Taylor')
  const state = browser.cookies.get('toile-google-state')!
  browser.cookies.set('toile-facebook-state', state)
  browser.cookies.set('toile-facebook-verifier', browser.cookies.get('toile-google-verifier')!)
  const response = await api.complete(browser, 'facebook', back)
  t.equal(response.status, 422)
  t.match(await response.json(), { code: 'SOCIAL_STATE_INVALID' })
  t.equal((await api.complete(browser, 'google', back)).status, 422, 'and the state is spent')
  t.equal((await caller(api.url)('GET', '/social/evil/login')).status, 404)
  t.equal((await caller(api.url)('POST', '/social/evil/complete', { body: {} })).status, 404)
})

await t.test('S15 other sites can neither start nor complete a sign-in', async (t) => {
  const browser = api.browser()
  const back = await api.goThrough(browser, 'google', 'Ann Taylor')
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': site }
    const end = await browser.send(`${api.url}/social/google/complete`, {
      method: 'POST',
      headers,
      body: JSON.stringify(back),
    })
    t.equal(end.status, 403, `complete from ${site}`)
    const start = await browser.send(`${api.url}/social/google/login`, { headers: { 'sec-fetch-site': site } })
    t.equal(start.status, 403, `start from ${site}`)
  }
  const form = await browser.send(`${api.url}/social/google/complete`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(back),
  })
  t.equal(form.status, 422, 'and what a form can send is not taken as JSON')
})

await t.test('S06 signing in replaces an earlier token', async (t) => {
  const browser = api.browser()
  browser.cookies.set('token', 'planted')
  const back = await api.goThrough(browser, 'google', 'Ann Taylor')
  const planted = await api.person()
  const response = await api.complete(browser, 'google', back, planted.token)
  const { token } = (await response.json()) as { token: string }
  t.not(token, planted.token)
  t.equal((await caller(api.url, 'planted')('GET', '/auth/me')).status, 401)
  t.notOk(response.headers.getSetCookie().some((cookie) => cookie.startsWith('token=')))
})

await t.test('a user who refuses at the provider returns to the page with an error', async (t) => {
  for (const type of ['google', 'facebook'] as const)
    t.match(await api.goThrough(api.browser(), type, 'Cancel'), { error: 'access_denied', state: /./ })
})

await t.test('with a code or an error the path is the web page, otherwise the redirect to the provider', async (t) => {
  const open = (path: string) =>
    fetch(api.url + path, { redirect: 'manual', headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' } })
  for (const query of ['code=x&state=y&scope=email&authuser=0', 'error=access_denied&error_reason=user_denied']) {
    const page = await open(`/social/google/login?${query}`)
    t.equal(page.status, 200)
    t.match(await page.text(), /^<!doctype html>/i)
  }
  t.equal((await caller(api.url)('GET', '/social/google/login')).status, 200, 'the provider’s page, after redirects')
})
