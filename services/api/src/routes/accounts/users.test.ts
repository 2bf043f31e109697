import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { PREFIX } from '@toile/bus/redis'
import { passwordHashings } from '@toile/runtime/passwords'
import { until } from '@toile/testing/until'
import { caller, startTestApi, type TestApi } from '../../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const signInFrom = (localAddress: string, body: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    request(`${api.url}/auth/login`, { method: 'POST', localAddress, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .once('error', reject)
      .end(JSON.stringify(body))
  })

interface SignedIn {
  token: string
  user: { id: string; group: string; backstage?: object }
}
const registration = (name: string) => ({
  username: name,
  email: `${name}@example.test`,
  password: 'a good password',
  passwordConfirmation: 'a good password',
  agree: true,
})

await t.test('registers, signs in by email or username, reads the profile, signs out', async (t) => {
  const visitor = caller(api.url)
  const made = await visitor('POST', '/auth/register', { body: registration('ann') })
  t.equal(made.status, 201)
  t.match(await made.json(), {
    token: String,
    expiresAt: String,
    user: { name: 'ann', email_verified_at: null, extra: { refer: null } },
  })
  for (const login of ['ann', 'ANN@example.test']) {
    const response = await visitor('POST', '/auth/login', { body: { login, password: 'a good password' } })
    t.equal(response.status, 200, login)
    const { token } = (await response.json()) as SignedIn
    const me = caller(api.url, token)
    const self = (await (await me('GET', '/auth/me')).json()) as object
    t.match(self, { name: 'ann', group: 'user' })
    t.notOk('backstage' in self, 'the field is for administrators only')
    t.equal((await me('POST', '/auth/logout')).status, 204)
  }
})

const fieldsOf = async (body: object) => {
  const response = await caller(api.url)('POST', '/auth/register', { body })
  return Object.keys(((await response.json()) as { fields: object }).fields).sort()
}

await t.test('a registration keeps invitation, referral and language, and sends a mail', async (t) => {
  const host = await api.person()
  const body = { ...registration('guest'), inviteCode: host.user.invite_code, refer: 'spring-show' }
  const made = await caller(api.url)('POST', '/auth/register', {
    body,
    headers: { 'accept-language': 'zh-CN,zh;q=0.9' },
  })
  t.match(await made.json(), { user: { extra: { refer: 'spring-show' } } })
  const guest = await api.db
    .selectFrom('users')
    .select(['id', 'invited_by', 'language'])
    .where('username', '=', 'guest')
    .executeTakeFirstOrThrow()
  t.match(guest, { invited_by: host.user.id, language: 'zh-CN' })
  const mails = await api.db.selectFrom('mails').select(['kind', 'address']).where('user_id', '=', guest.id).execute()
  t.same(mails, [{ kind: 'verify_email', address: 'guest@example.test' }])
  t.same(
    await fieldsOf({
      ...registration('other'),
      username: 'o',
      password: 'Password1',
      passwordConfirmation: 'Password1',
    }),
    ['password', 'username'],
  )
})

await t.test('C05 an invalid referral is ignored and does not block a registration', async (t) => {
  const host = await api.person()
  const strange = [
    '<script>alert(1)</script>',
    'x'.repeat(10_000),
    "'; drop table users; --",
    '../../etc',
    '\u0000',
    '',
  ]
  for (const [n, refer] of strange.entries()) {
    const made = await caller(api.url)('POST', '/auth/register', { body: { ...registration(`came${n}`), refer } })
    t.equal(made.status, 201, refer.slice(0, 30))
    t.match(await made.json(), { user: { extra: { refer: null } } })
  }
  const register = (name: string, refer: string, as = caller(api.url)) =>
    as('POST', '/auth/register', { body: { ...registration(name), refer } })
  t.equal((await register('lost', 'nobody-has-this-code')).status, 201)
  t.equal((await register('oneself', host.user.invite_code, host.call)).status, 201)
  t.equal((await register('friend', host.user.invite_code)).status, 201)
  const invited = await api.db.selectFrom('users').select('username').where('invited_by', '=', host.user.id).execute()
  t.same(invited, [{ username: 'friend' }], 'one has come by the code, and nobody by their own')
})

await t.test("names every wrong field of a registration at once, in the caller's language", async (t) => {
  const response = await caller(api.url)('POST', '/auth/register', {
    body: { username: 'a@b', email: 'nobody', password: 'short', passwordConfirmation: 'other', agree: false },
  })
  t.equal(response.status, 422)
  const { fields, message } = (await response.json()) as { fields: Record<string, string[]>; message: string }
  t.same(Object.keys(fields).sort(), ['agree', 'email', 'password', 'passwordConfirmation', 'username'])
  t.same(fields['agree'], ['You must read and agree to the Terms of Service to continue'])
  t.same(fields['email'], ['Please fill in the correct Email.'])
  t.ok(message)
  const taken = await caller(api.url)('POST', '/auth/register', { body: { ...registration('ann'), username: 'ANN' } })
  t.same(Object.keys(((await taken.json()) as { fields: object }).fields), ['username'])
})

await t.test('S02 a wrong password and an unknown name get the same answer', async (t) => {
  const bodyOf = async (login: string) => {
    const response = await caller(api.url)('POST', '/auth/login', { body: { login, password: 'wrong password' } })
    const { requestId: _, ...body } = (await response.json()) as { requestId: string; message: string }
    return { status: response.status, body }
  }
  const known = await bodyOf('ann')
  t.same(known, await bodyOf('nobody at all'))
  t.match(known, { status: 422, body: { message: 'Your login name or password is incorrect.' } })
  // Rate limits read the login before its schema is checked.
  for (const login of [{ toString: 1, valueOf: 1 }, ['ann'], 7, null])
    t.equal((await caller(api.url)('POST', '/auth/login', { body: { login, password: 'x' } })).status, 422)
})

await t.test('S01 guesses are counted by name and address, whatever address they claim', async (t) => {
  const { user } = await api.person({ name: 'guessed\u0130', password: 'a good password' })
  const { rows } = await sql<{ small: string }>`select lower('\u0130'::text) as small`.execute(api.db)
  const name = `guessed${rows[0]!.small}`
  const ways = [name, ` ${name}`, `${name}\t`, 'GUESSED\u0130', `\u00a0Guessed\u0130 `]
  let tries = 0
  const guess = (headers = {}) =>
    caller(api.url)('POST', '/auth/login', { body: { login: ways[tries++ % 5], password: 'x' }, headers })
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) statuses.push((await guess()).status)
  t.same(statuses, [...Array<number>(10).fill(422), ...Array<number>(10).fill(429)])
  const refused = await guess()
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  const byEmail = await caller(api.url)('POST', '/auth/login', { body: { login: user.email, password: 'x' } })
  t.equal(byEmail.status, 422, 'the limit of a name does not tell whose an address is')
  const forged: number[] = []
  for (let i = 0; i < 200; i++) forged.push((await guess({ 'x-forwarded-for': `10.0.0.${i}` })).status)
  t.same([...new Set(forged)], [429])
  t.equal(await signInFrom('127.0.0.77', { login: name, password: 'a good password' }), 200, 'the owner, elsewhere')
})

await t.test('S01 guesses for one name are limited in total, from any number of addresses', async (t) => {
  const { user } = await api.person({ name: 'besieged', password: 'a good password' })
  t.equal(await signInFrom('127.0.0.78', { login: 'besieged', password: 'x' }), 422)
  // This adds 298 guesses to the count, as if they came from 298 addresses. Real guesses would cost hashing.
  const redis = new Redis(api.config.redisUrl)
  t.equal(await redis.incrby(`${PREFIX}:limit:login:2:${user.id}`, 298), 299)
  redis.disconnect()
  t.equal(await signInFrom('127.0.0.79', { login: 'besieged', password: 'x' }), 422)
  t.equal(await signInFrom('127.0.0.80', { login: 'besieged', password: 'a good password' }), 429)
  t.equal(await signInFrom('127.0.0.80', { login: 'ann', password: 'a good password' }), 200, 'another name')
})

await t.test("S01 nobody can lock out the owner's known browser, and it may guess no more than others", async (t) => {
  const { user } = await api.person({ name: 'known', password: 'a good password' })
  await api.person({ name: 'mallory', password: 'a good password' })
  const redis = new Redis(api.config.redisUrl)
  t.teardown(() => redis.disconnect())
  const signIn = (login: string, password: string, cookie?: string) =>
    caller(api.url)('POST', '/auth/login', { body: { login, password }, headers: cookie ? { cookie } : {} })
  const cookieOf = async (login: string, before?: string) => {
    const response = await signIn(login, 'a good password', before)
    t.equal(response.status, 200)
    const [kept] = response.headers.getSetCookie()
    t.match(kept, /^known-browser=.*; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    t.notMatch(kept, ((await response.json()) as { user: { id: string } }).user.id)
    return kept!.split(';')[0]!
  }
  const own = await cookieOf('known')
  const othersCookie = await cookieOf('mallory')
  await redis.set(`${PREFIX}:limit:login:2:${user.id}`, 300, 'EX', 900)
  const right = async (cookie?: string) => (await signIn('known', 'a good password', cookie)).status
  t.same([await right(), await right(othersCookie), await right(`${own}x`), await right(own)], [429, 429, 429, 200])
  const shared = await cookieOf('mallory', own)
  t.equal(await right(shared), 200)
  const guesses: number[] = []
  for (let i = 0; i < 12; i++) guesses.push((await signIn('known', 'a guess', own)).status)
  t.same(guesses, [...Array<number>(10).fill(422), 429, 429])
})

await t.test('S01 counts only failed sign-ins and successful registrations', async (t) => {
  await api.person({ name: 'pupil', password: 'a good password' })
  const redis = new Redis(api.config.redisUrl)
  t.teardown(() => redis.disconnect())
  const from = '127.0.0.90'
  const count = async (name: string) => Number((await redis.get(`${PREFIX}:limit:${name}:${from}`)) ?? 0)
  for (let i = 0; i < 12; i++) t.equal(await signInFrom(from, { login: 'pupil', password: 'a good password' }), 200)
  await until(async () => (await count('login:1')) === 0)
  t.equal(await signInFrom(from, { login: 'pupil', password: 'wrong' }), 422)
  t.equal(await count('login:1'), 1)
  const address = '127.0.0.1'
  const made = async () => Number((await redis.get(`${PREFIX}:limit:register:0:${address}`)) ?? 0)
  const before = await made()
  const register = async (over: object) =>
    (await caller(api.url)('POST', '/auth/register', { body: { ...registration('counted'), ...over } })).status
  t.equal(await register({ agree: false }), 422)
  await until(async () => (await made()) === before)
  const hashedBefore = passwordHashings()
  t.equal(await register({ username: 'PUPIL' }), 422)
  t.equal(await register({ email: 'pupil@example.test' }), 422)
  t.equal(passwordHashings(), hashedBefore, 'what is taken costs no hash')
  await until(async () => (await made()) === before)
  t.equal(await register({}), 201)
  t.equal(await made(), before + 1)
  const twins = await Promise.all([1, 2, 3].map(() => register({ username: 'twin', email: 'twin@example.test' })))
  t.same(twins.sort(), [201, 422, 422])
  t.equal((await made()) - before, passwordHashings() - hashedBefore, 'what has cost a hash counts, made or not')
})

await t.test('B06 demo accounts sign in only from this machine, whatever proxy is in between', async (t) => {
  const { user } = await api.person({ name: 'shown', password: 'a good password' })
  await api.db.updateTable('users').set({ demo: true }).where('id', '=', user.id).execute()
  const signIn = async (at: string, headers: Record<string, string> = {}, login = 'shown') => {
    const port = new URL(at).port
    const body = JSON.stringify({ login, password: 'a good password' })
    // Resets the limit, because this test has more refusals than the limit allows in five minutes.
    await api.redis.del(`${PREFIX}:limit:login:0:${user.id}|127.0.0.1`)
    return new Promise<number>((resolve, reject) => {
      const options = {
        method: 'POST',
        port,
        headers: { 'content-type': 'application/json', ...headers },
        agent: false,
      }
      request({ ...options, host: '127.0.0.1', path: '/auth/login' }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
        .on('error', reject)
        .end(body)
    })
  }
  t.equal(await signIn(api.url), 200)
  t.equal(await signIn(api.url, { host: 'localhost:1234' }), 200, 'by ssh -L')
  const proxies =
    'x-real-ip x-forwarded-for x-forwarded-host x-forwarded-proto x-client-ip x-cluster-client-ip true-client-ip'
  const more =
    'forwarded via cf-connecting-ip cf-connecting-ipv6 fastly-client-ip x-azure-clientip x-original-forwarded-for'
  for (const name of `${proxies} ${more}`.split(' ')) t.equal(await signIn(api.url, { [name]: '127.0.0.1' }), 403, name)
  for (const host of ['toile.example.org', '127.0.0.1.example.org', '192.168.1.7', 'localhost.example.org'])
    t.equal(await signIn(api.url, { host }), 403, host)
  const contained = await startTestApi({ demoSignInFromAnywhere: true })
  t.teardown(() => contained.close())
  await contained.person({ name: 'contained', password: 'a good password' })
  await contained.db.updateTable('users').set({ demo: true }).execute()
  const elsewhere = { via: '1.1 edge', host: 'toile.example.org' }
  t.equal(await signIn(contained.url, elsewhere, 'contained'), 200, 'where an operator said so')
})

await t.test('S03 accepts only tokens of a live session that are signed as we sign them', async (t) => {
  const ann = await api.person()
  const { sid, sub, exp } = api.app.jwt.decode<{ sid: string; sub: string; exp: number }>(ann.token)!
  const good = { sid, sub, exp, iss: 'toile', aud: 'toile' }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (claims: object, alg = 'HS256', secret = api.config.secret) => {
    const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
    if (alg === 'none') return `${text}.`
    return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`
  }
  const without = (name: keyof typeof good) => sign({ ...good, [name]: undefined })
  const statusOf = async (token: string) => (await caller(api.url, token)('GET', '/auth/me')).status
  t.equal(await statusOf(sign(good)), 200, 'but for what follows it is good')
  const bad = {
    'alg none': sign(good, 'none'),
    HS384: sign(good, 'HS384'),
    HS512: sign(good, 'HS512'),
    'another secret': sign(good, 'HS256', `${api.config.secret}x`),
    'no exp': without('exp'),
    expired: sign({ ...good, exp: Math.floor(Date.now() / 1_000) - 1 }),
    'no iss': without('iss'),
    'another iss': sign({ ...good, iss: 'other' }),
    'no aud': without('aud'),
    'another aud': sign({ ...good, aud: 'other' }),
    'no sid': without('sid'),
    'no sub': without('sub'),
    'no token': 'x',
  }
  for (const [what, token] of Object.entries(bad)) t.equal(await statusOf(token), 401, what)
  const response = await caller(api.url, 'x')('GET', '/auth/me')
  t.match(await response.json(), { message: /Unauthenticated/ })
})

await t.test('X07 a server fault does not reveal its cause', async (t) => {
  const ann = await api.person()
  await api.db.schema.alterTable('work_counters').renameTo('work_counters_away').execute()
  t.teardown(() => api.db.schema.alterTable('work_counters_away').renameTo('work_counters').execute())
  const response = await ann.call('GET', '/me/works')
  t.equal(response.status, 500)
  const text = await response.text()
  t.match(JSON.parse(text), { code: 'INTERNAL', message: 'Internal Server Error' })
  t.notMatch(text, /work_counters|relation|\.js/)
})

await t.test('the served description is the one of this API', async (t) => {
  const document = (await (await caller(api.url)('GET', '/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, object>
  }
  t.match(document.openapi, /^3\.1/)
  t.ok('post' in document.paths['/auth/login']!)
  t.ok('patch' in document.paths['/uploads/{id}']!)
  const entry = (await (await caller(api.url)('GET', '/entry/info')).json()) as object
  t.match(entry, {
    limits: {
      maxUploadBytes: 524_288_000,
      maxTagLength: 32,
      maxCommentLength: 2_000,
      hotspotTitleLength: { min: 1, max: 60 },
      maxImageBytes: 26_214_400,
      minCropPx: 10,
      profile: { maxNicknameLength: 32, maxDescriptionLength: 1_000 },
    },
  })
})
