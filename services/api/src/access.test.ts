import { sql } from 'kysely'
import t from 'tap'
import type { Route } from '@toile/contracts/route'
import { routes, type RouteName } from '@toile/contracts/routes'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { insertWorkVersion } from '@toile/db/queries/work-versions'
import { insertWork, moveWork } from '@toile/db/queries/works'
import { makeReadyUpload, makeRender, makeToken, makeVideo } from '@toile/testing/factories'
import { rights } from './rights.test-support.js'
import { announce, append, caller, startTestApi, type Person, type TestApi } from './test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const callers = ['visitor', 'owner', 'other', 'unverified', 'admin', 'bind_email'] as const
type Caller = (typeof callers)[number]

/** What the guard answers a caller by the table of rights; `pass` is anything that is no refusal. */
function expected(name: RouteName, who: Caller, isOwner: boolean): number | 'pass' {
  const [right, ...steps] = rights[name]
  if (right === 'everyone') return 'pass'
  if (who === 'visitor') return 401
  if (who === 'bind_email') return steps.includes(who) ? 'pass' : 403
  if (right === 'administrator') return who === 'admin' ? 'pass' : 403
  if (right.includes('owner') && !isOwner) return 404
  return right.startsWith('verified') && who === 'unverified' ? 403 : 'pass'
}

await t.test('A01 every route against every kind of caller', async (t) => {
  t.same(Object.keys(rights).sort(), Object.keys(routes).sort(), 'every route has its line in the table of rights')
  // With a password: who has none may do more while freshly signed in.
  const people: Record<Exclude<Caller, 'visitor'>, Person> = {
    owner: await api.person({ password: 'a good password' }),
    other: await api.person({ password: 'a good password' }),
    unverified: await api.person({ password: 'a good password', verified: false }),
    admin: await api.person({ password: 'a good password', group: 'admin' }),
    bind_email: await api.person(),
  }
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const thingOf = async ({ user }: Person) => {
      if (!route.owns) return newId()
      if (route.owns === 'session') return (await makeToken(api.db, user)).sid
      if (route.owns === 'video') return (await makeVideo(api.db, user)).videoId
      if (route.owns === 'render') return makeRender(api.db, user)
      const { uploadId, coverId } = await makeReadyUpload(api.db, user)
      if (route.owns === 'upload') return uploadId
      if (route.owns === 'image') return coverId
      const id = newId()
      await inTransaction(api.db, (trx) =>
        insertWork(trx, { id, ownerId: user.id, upload_id: uploadId, cover_id: coverId }),
      )
      return id
    }
    const things = { owner: await thingOf(people.owner), unverified: await thingOf(people.unverified) }
    const calls = await Promise.all(
      [...callers, 'unverified owner' as const].map(async (who) => {
        const as = who === 'unverified owner' ? 'unverified' : who
        const isOwner = who === 'owner' || who === 'unverified owner'
        const step = as === 'bind_email' ? as : undefined
        // A session of this call's own: signing out is one of the routes.
        const token = as === 'visitor' ? undefined : (await makeToken(api.db, people[as].user, step)).token
        const id = who === 'unverified owner' ? things.unverified : things.owner
        const path = route.path.replace(/:(id|userId)/, id).replace(':name', 'x.glb')
        const call = () => caller(api.url, token)(route.method, path, route.body ? { body: {} } : {})
        return { who, wanted: expected(name, as, isOwner), call }
      }),
    )
    const before = await fingerprint()
    for (const { who, wanted, call } of calls)
      if (wanted !== 'pass') t.equal((await call()).status, wanted, `${name}: ${who} is refused`)
    t.equal(await fingerprint(), before, `${name}: the refused have changed nothing`)
    for (const { who, wanted, call } of calls) {
      if (wanted !== 'pass') continue
      const { status } = await call()
      t.notOk([401, 403].includes(status), `${name}: ${who} passes (${status})`)
      if (route.owns) t.not(status, 404, `${name}: ${who} finds their own`)
    }
  }
})

await t.test('A01 the routes that are served are those that are declared', async (t) => {
  const declared = new Set(
    (Object.values(routes) as Route[]).map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`),
  )
  const served = servedRoutes(api.app.printRoutes({ commonPrefix: false }))
  // The built client's files and the passing on of sockets are the edge's, not the API's.
  const undeclared = served.filter(
    (line) => !declared.has(line) && !/ \/(socket\.io|assets|[\w-]+\.\w+$)|\*/.test(line),
  )
  t.same(undeclared, [])
  t.ok(served.length >= declared.size)
})

await t.test('S14 an unverified owner may not publish', async (t) => {
  const una = await api.person({ verified: false })
  const work = (await una.call('POST', '/works', { body: {} }).then((answer) => answer.json())) as { id: string }
  const answer = await una.call('POST', `/works/${work.id}/publish`)
  t.equal(answer.status, 403)
  t.match(await answer.json(), { code: 'EMAIL_UNVERIFIED' })
})

await t.test('A03 a path that merely contains admin or upload grants nothing', async (t) => {
  const ann = await api.person()
  for (const path of ['/admin', '/me/works/admin', '/api//auth/me', '/API/auth/me', '/%61uth/me/', '/auth/me;admin']) {
    const answer = await caller(api.url)('GET', path, { headers: { 'x-admin-request': '1' } })
    t.ok([401, 404].includes(answer.status), `${path} (${answer.status})`)
  }
  const prefixed = await ann.call('GET', '/api/auth/me')
  t.equal(prefixed.status, 200, 'a leading /api reaches the same route')
})

await t.test('A05 unknown keys are refused, never stored', async (t) => {
  const ann = await api.person()
  for (const extra of [{ group: 'admin' }, { owner_id: newId() }, { state: 'released' }, { backstage: true }]) {
    const answer = await ann.call('POST', '/works', { body: { title: 'A dress', ...extra } })
    t.equal(answer.status, 422)
    t.match(await answer.json(), { code: 'INVALID_INPUT', fields: { [Object.keys(extra)[0]!]: [String] } })
  }
})

await t.test(
  'S04 a signed-out token is refused everywhere within a second, in the middle of an upload too',
  async (t) => {
    const ann = await api.person()
    const upload = (await announce(ann, 4)).headers.get('location')!
    t.equal((await append(api.url, ann.token, upload, 0, Buffer.from('ab'))).status, 204)
    t.equal((await ann.call('GET', '/auth/me')).status, 200)
    t.equal((await ann.call('POST', '/auth/logout')).status, 204)
    const deadline = Date.now() + 1_000
    let status = 200
    while (status === 200 && Date.now() < deadline) status = (await ann.call('GET', '/auth/me')).status
    t.equal(status, 401)
    t.equal((await append(api.url, ann.token, upload, 2, Buffer.from('cd'))).status, 401)
    for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
      if (route.access === 'public') continue
      const path = route.path.replace(/:(id|userId)/, newId())
      t.equal((await ann.call(route.method, path, route.body ? { body: {} } : {})).status, 401, name)
    }
  },
)

await t.test('A04 who is an administrator no more loses the field within a second', async (t) => {
  const adm = await api.person({ group: 'admin' })
  const me = async () => (await (await adm.call('GET', '/auth/me')).json()) as object
  t.match(await me(), { group: 'admin', backstage: { permissions: Array } })
  await api.db.updateTable('users').set({ group: 'user' }).where('id', '=', adm.user.id).execute()
  t.notOk('backstage' in (await me()))
})

await t.test('A06 what each kind of caller is shown of a person, key by key', async (t) => {
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
    t.notMatch(text, /"items":\[\]/, `${path} has somebody or something in it`)
  }
})

await t.test('A08 a page is as long as allowed, and its cursor is one of this list', async (t) => {
  const ann = await api.person()
  const bob = await api.person()
  const works = [newId(), newId(), newId()]
  for (const id of works)
    await inTransaction(api.db, async (trx) => {
      await insertWork(trx, { id, ownerId: bob.user.id })
      await moveWork(trx, id, 'released')
    })
  const adm = await api.person({ group: 'admin' })
  const lists = (Object.values(routes) as Route[]).filter(
    ({ query }) => query && 'cursor' in ((query as { properties?: object }).properties ?? {}),
  )
  t.ok(lists.length >= 9)
  for (const { path: declared } of lists) {
    const ofPerson = /^\/(users|conversations)/.test(declared)
    const path = declared.replace(/:(id|userId)/, ofPerson ? bob.user.id : works[0]!)
    const who = declared.startsWith('/backstage') ? adm : ann
    t.equal((await who.call('GET', `${path}?limit=100`)).status, 200, path)
    for (const query of ['limit=1000000000', 'limit=-1', 'limit=0', 'limit=x', 'cursor=x', `cursor=${'x'.repeat(300)}`])
      t.equal((await who.call('GET', `${path}?${query}`)).status, 422, `${path}?${query}`)
  }
  const { nextCursor } = (await (await ann.call('GET', '/works?limit=1')).json()) as { nextCursor: string }
  t.ok(nextCursor)
  for (const path of ['/me/works', '/uploads', `/users/${ann.user.id}/works`, '/me/works?state=released']) {
    const answer = await ann.call('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`)
    if (answer.status !== 422) t.match(await answer.json(), { items: [] }, `${path}: of others' nothing is shown`)
  }
})

await t.test(
  'S18 nothing that a caller sends comes back in an error, least of all the word that signs out',
  async (t) => {
    const ann = await api.person({ password: 'a good password' })
    const word = 'Unauthenticated'
    for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
      if (name === 'logout') continue
      const path = route.path.replace(/:\w+/g, word)
      const fields = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {})
      const body = Object.fromEntries(fields.map((field) => [field, word]))
      const answer = await ann.call(route.method, `${path}?cursor=${word}&state=${word}`, route.body ? { body } : {})
      const text = await answer.text()
      if (answer.status < 400) continue
      t.not(answer.status, 401, name)
      t.notMatch(text, word, `${name} (${answer.status})`)
    }
  },
)

await t.test('S12 pages that open mailed links tell nobody of them', async (t) => {
  const policyOf = async (path: string) =>
    (await caller(api.url)('GET', path, { headers: { accept: 'text/html' } })).headers.get('referrer-policy')
  for (const path of ['/login/mailbox', '/login/password', '/social/google/login?code=x'])
    t.equal(await policyOf(path), 'no-referrer', path)
  t.equal(await policyOf('/'), 'strict-origin-when-cross-origin')
})

await t.test('A07 after all that was called here nothing belongs to a tenant: there are none yet', async (t) => {
  const columns = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema = 'public'`.execute(api.db)
  for (const { name } of [...columns.rows, { name: 'tenants' }]) {
    const whose = name === 'tenants' ? sql`true` : sql`tenant_id is not null`
    const { rows } = await sql<object>`select 1 from ${sql.table(name)} where ${whose} limit 1`.execute(api.db)
    t.same(rows, [], name)
  }
})

await t.test('R03 A03 no page of another origin reads an answer', async (t) => {
  for (const origin of ['https://evil.example', `${api.url}.evil.example`, 'null']) {
    const answer = await caller(api.url)('GET', '/entry/info', { headers: { origin } })
    t.equal(answer.headers.get('access-control-allow-origin'), null)
  }
})

await t.test('S19 what is for one person is kept by no cache', async (t) => {
  // Who may see everything: all of it is for one person.
  const adm = await api.person({ group: 'admin' })
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (route.access === 'public' || route.method !== 'GET' || route.path.includes(':')) continue
    const answer = await adm.call('GET', route.path)
    t.equal(answer.status, 200, name)
    t.equal(answer.headers.get('cache-control'), 'no-store', name)
    await answer.arrayBuffer()
  }
})

/** `GET /auth/me` and so on, out of Fastify's tree of routes. */
function servedRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!match) return []
    const depth = match[1]!.length / 4
    path.length = depth
    path.push(match[2]!)
    const full = path.join('').replace(/\/$/, '')
    return (match[3] ?? '')
      .split(', ')
      .filter(Boolean)
      .map((method) => `${method} ${full}`)
  })
}

/** A hash of all that a refused call must leave as it is: every row of every table. */
async function fingerprint(): Promise<string> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' order by 1`.execute(api.db)
  const hashes = await sql<{ hash: string }>`${sql.join(
    tables.rows.map(
      ({ name }) =>
        sql`select ${name}::text || ' ' || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as hash
          from ${sql.table(name)} r`,
    ),
    sql` union all `,
  )}`.execute(api.db)
  // With so many tables Postgres reads some of them side by side, in any order.
  return hashes.rows
    .map(({ hash }) => hash)
    .sort()
    .join('\n')
}
