import fc from 'fast-check'
import t from '@toile/testing/tap'
import type { Route } from '@toile/contracts/route'
import { routes, type RouteName } from '@toile/contracts/routes'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { insertWorkVersion } from '@toile/db/works/work-versions'
import { insertWork } from '@toile/db/works/works-transitions'
import { permit, withinStep } from './access.js'
import {
  announce,
  append,
  caller,
  signedOutWithinASecond,
  startTestApi,
  type Person,
  type TestApi,
} from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

await t.test('A01 the guard agrees with a model of it for any declared access, caller and id', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const workOf = async ({ user }: Person) => {
    const id = newId()
    await inTransaction(api.db, (trx) => insertWork(trx, { id, ownerId: user.id }))
    return id
  }
  const mine = await workOf(ann)
  const caller = fc.option(
    fc.record({
      isAdmin: fc.boolean(),
      isVerified: fc.boolean(),
      step: fc.constantFrom(null, 'bind_email' as const),
    }),
    { nil: undefined },
  )
  const route = fc.record({
    access: fc.constantFrom<Route['access']>('public', 'user', 'verified', 'owner', 'admin'),
    verified: fc.boolean(),
    steps: fc.subarray(['bind_email'] as const),
  })
  const id = fc.constantFrom(mine, await workOf(bob), newId(), mine.toUpperCase(), `${mine}'`, '', undefined)
  await fc.assert(
    fc.asyncProperty(caller, route, id, async (who, { access, verified, steps }, thing) => {
      const refusals: [unknown, string][] = [
        [who?.step && !steps.includes(who.step), 'ACCOUNT_UNFINISHED'],
        [!who, 'UNAUTHENTICATED'],
        [access === 'admin' && !who?.isAdmin, 'FORBIDDEN'],
        [access === 'owner' && thing !== mine, 'NOT_FOUND'],
        [(access === 'verified' || verified) && !who?.isVerified, 'EMAIL_UNVERIFIED'],
      ]
      const wanted = access === 'public' ? undefined : refusals.find(([is]) => is)?.[1]
      const user = {
        ...ann.user,
        group: who?.isAdmin ? ('admin' as const) : ('user' as const),
        email_verified_at: who?.isVerified ? new Date() : null,
      }
      const declared = {
        access,
        steps,
        ...(verified && { verified }),
        ...(access === 'owner' && { owns: 'work' }),
      } as unknown as Route
      const called = who && {
        user,
        sessionId: newId(),
        signedInAt: new Date(),
        step: who.step,
        countedAs: user.id,
        hashedFor: { person: user.id },
      }
      const outcome = await Promise.resolve()
        .then(() => permit(api.db, declared, withinStep(declared, called), thing))
        .then(
          () => undefined,
          (error: { code: string }) => error.code,
        )
      if (outcome !== wanted) throw new Error(`${outcome} and not ${wanted}`)
    }),
    { numRuns: 500 },
  )
  t.pass('for any')
})

await t.test('S14 an unverified owner cannot publish', async (t) => {
  const una = await api.person({ verified: false })
  const work = (await una.call('POST', '/works', { body: {} }).then((created) => created.json())) as { id: string }
  const response = await una.call('POST', `/works/${work.id}/publish`)
  t.equal(response.status, 403)
  t.match(await response.json(), { code: 'EMAIL_UNVERIFIED' })
})

await t.test('A03 a path that merely contains admin or upload grants nothing', async (t) => {
  const ann = await api.person()
  for (const path of [
    '/admin/x',
    '/me/works/admin',
    '/api//auth/me',
    '/API/auth/me',
    '/%61uth/me/',
    '/auth/me;admin',
  ]) {
    const response = await caller(api.url)('GET', path, { headers: { 'x-admin-request': '1' } })
    t.ok([401, 404].includes(response.status), `${path} (${response.status})`)
  }
  const prefixed = await ann.call('GET', '/api/auth/me')
  t.equal(prefixed.status, 200, 'a leading /api reaches the same route')
})

await t.test('A05 unknown keys are refused, never stored', async (t) => {
  const ann = await api.person()
  for (const extra of [{ group: 'admin' }, { owner_id: newId() }, { state: 'released' }, { backstage: true }]) {
    const response = await ann.call('POST', '/works', { body: { title: 'A dress', ...extra } })
    t.equal(response.status, 422)
    const body = await response.text()
    t.match(JSON.parse(body), { code: 'INVALID_INPUT', fields: { body: [String] } })
    t.notMatch(body, Object.keys(extra)[0]!)
  }
})

await t.test('S04 a signed-out token is refused everywhere within a second, also during an upload', async (t) => {
  const ann = await api.person()
  const upload = (await announce(ann, 4)).headers.get('location')!
  t.equal((await append(api.url, ann.token, upload, 0, Buffer.from('ab'))).status, 204)
  t.equal((await ann.call('GET', '/auth/me')).status, 200)
  t.equal((await ann.call('POST', '/auth/logout')).status, 204)
  t.ok(await signedOutWithinASecond(ann.call))
  t.equal((await append(api.url, ann.token, upload, 2, Buffer.from('cd'))).status, 401)
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (route.access === 'public') continue
    const path = route.path.replace(/:(id|userId)/, newId())
    t.equal((await ann.call(route.method, path, route.body ? { body: {} } : {})).status, 401, name)
  }
})

await t.test('A04 a former administrator loses the `backstage` field within a second', async (t) => {
  const adm = await api.person({ group: 'admin' })
  const me = async () => (await (await adm.call('GET', '/auth/me')).json()) as object
  t.match(await me(), { group: 'admin', backstage: { permissions: Array } })
  await api.db.updateTable('users').set({ group: 'user' }).where('id', '=', adm.user.id).execute()
  t.notOk('backstage' in (await me()))
})

await t.test('A06 each kind of caller sees exactly these keys of a user', async (t) => {
  const ann = await api.person({ password: 'a good password' })
  const work = (await (await ann.call('POST', '/works', { body: { title: 'A dress' } })).json()) as { id: string }
  await api.db
    .updateTable('works')
    .set({ state: 'released', released_at: new Date() })
    .where('id', '=', work.id)
    .execute()
  const keysOf = async (call: Promise<Response>) => Object.keys((await (await call).json()) as object).sort()
  const mine = ['avatars', 'email', 'email_verified_at', 'extra', 'group', 'id', 'invite_code', 'name', 'nickname']
  t.same(await keysOf(ann.call('GET', '/auth/me')), mine)
  const adm = await api.person({ group: 'admin' })
  t.same(await keysOf(adm.call('GET', '/auth/me')), [...mine, 'backstage'].sort())
  const person = `/users/${ann.user.id}`
  await adm.call('PUT', `${person}/follow`)
  await ann.call('PUT', `/users/${adm.user.id}/follow`)
  await adm.call('POST', `/works/${work.id}/comments`, { body: { body: 'Lovely' } })
  await inTransaction(api.db, (trx) => insertWorkVersion(trx, work.id))
  for (const path of [
    `/works/${work.id}`,
    '/works',
    `/works/${work.id}/comments`,
    `/works/${work.id}/versions`,
    '/users',
    person,
    `${person}/works`,
    `${person}/followers`,
    `${person}/following`,
  ]) {
    const text = await (await caller(api.url)('GET', path)).text()
    t.notMatch(text, /email|invite|hash|refer|"ip"|user_agent/, path)
    for (const { user } of [ann, adm]) t.notMatch(text, user.email!)
    t.notMatch(text, /"items":\[\]/, `${path} has at least one item`)
  }
})

await t.test('S18 no error echoes what the caller sent, not even the message that signs the client out', async (t) => {
  const ann = await api.person({ password: 'a good password' })
  const word = 'Unauthenticated'
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (name === 'logout') continue
    const path = route.path.replace(/:\w+/g, word)
    const fields = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {})
    const body = Object.fromEntries(fields.map((field) => [field, word]))
    const response = await ann.call(route.method, `${path}?cursor=${word}&state=${word}`, route.body ? { body } : {})
    const text = await response.text()
    if (response.status < 400) continue
    t.not(response.status, 401, name)
    t.notMatch(text, word, `${name} (${response.status})`)
  }
})

await t.test('S12 pages that open mailed links send no referrer', async (t) => {
  const policyOf = async (path: string) =>
    (await caller(api.url)('GET', path, { headers: { accept: 'text/html' } })).headers.get('referrer-policy')
  for (const path of ['/login/mailbox', '/login/password', '/social/google/login?code=x'])
    t.equal(await policyOf(path), 'no-referrer', path)
  t.equal(await policyOf('/'), 'strict-origin-when-cross-origin')
})

await t.test('R03 A03 no page of another origin can read an answer', async (t) => {
  for (const origin of ['https://evil.example', `${api.url}.evil.example`, 'null']) {
    const response = await caller(api.url)('GET', '/entry/info', { headers: { origin } })
    t.equal(response.headers.get('access-control-allow-origin'), null)
  }
})

await t.test('S19 caches store no personal answer', async (t) => {
  const adm = await api.person({ group: 'admin' })
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (route.access === 'public' || route.method !== 'GET' || route.path.includes(':')) continue
    const { required = [] } = (route.query ?? {}) as { required?: string[] }
    const query = new URLSearchParams(required.map((key) => [key, 'a']))
    const response = await adm.call('GET', `${route.path}?${query}`)
    t.equal(response.status, 200, name)
    t.equal(response.headers.get('cache-control'), 'no-store', name)
    await response.arrayBuffer()
  }
})
