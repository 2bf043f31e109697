import t from '@toile/testing/tap'
import type { Owned, Route } from '@toile/contracts/route'
import { routes, type RouteName } from '@toile/contracts/routes'
import { newId } from '@toile/contracts/ids'
import { makeCallers } from '@toile/testing/callers'
import { callers, callsByCaller, type Caller } from '@toile/testing/access-tables'
import { fingerprint, rowsNaming } from '@toile/testing/fingerprint'
import { rateLimits } from '@toile/testing/processes'
import { makeThings } from '@toile/testing/things'
import { createCalls, type Calls, type Named } from './random-requests.test-support.js'
import { callRow } from './access-tables.test-support.js'
import { rights } from './rights.test-support.js'
import { openObjects, slotsOf } from './sample.test-support.js'
import { makeNameable, makeOwned, makeSecrets } from './secrets.test-support.js'
import { announce, caller, startTestApi, type TestApi } from './test-api.js'

let api: TestApi
let calls: Calls
t.before(async () => {
  api = await startTestApi({
    limits: rateLimits(1_000),
  })
  calls = createCalls(api)
})
t.teardown(async () => {
  await api.close()
})

function expected(name: RouteName, who: Caller, isOwner: boolean): number | 'pass' {
  const [right, ...steps] = rights[name]
  if (right === 'everyone') return 'pass'
  if (who === 'visitor' || who === 'banned') return 401
  if (who === 'half-made') return steps.includes('bind_email') ? 'pass' : 403
  if (right === 'administrator') return who === 'administrator' ? 'pass' : 403
  if (right.includes('owner') && !isOwner) return 404
  return right.startsWith('verified') && who === 'unverified' ? 403 : 'pass'
}

const named = Object.entries(routes) as Named[]
const calling = [...callers, 'unverified owner'] as const
const callerOf = (who: (typeof calling)[number]): Caller => (who === 'unverified owner' ? 'unverified' : who)
const isOwn = (who: (typeof calling)[number]) => who.endsWith('owner')
const at = (route: Route, id: string) => route.path.replace(/:(id|userId)/, id).replace(':name', 'x.glb')

await t.test('A01 every route gives every kind of caller the declared access', async (t) => {
  t.same(Object.keys(rights).sort(), Object.keys(routes).sort(), 'every route has its line in the table of rights')
  const { people, tokens, tokenOf } = await makeCallers(api.db)
  const adm = await caller(api.url, tokens.administrator)('GET', '/auth/me')
  const { backstage } = (await adm.json()) as { backstage: { permissions: string[] } }
  t.same(backstage.permissions, ['*'], 'with a second permission, the callers need an administrator without it')
  const owned = new Map<Owned | undefined, { owner: string; unverified: string }>([
    [undefined, { owner: newId(), unverified: newId() }],
  ])
  for (const kind of new Set(named.flatMap(([, { owns }]) => owns ?? [])))
    owned.set(kind, {
      owner: await makeOwned(api, people.owner, kind),
      unverified: await makeOwned(api, people.unverified, kind),
    })

  // All calls that must be refused come first, because the database must be unchanged after these calls.
  const before = await fingerprint(api.db)
  for (const [name, route] of named) {
    const { owner, unverified } = owned.get(route.owns)!
    const refused = calling.filter((who) => expected(name, callerOf(who), isOwn(who)) !== 'pass')
    const statuses = await Promise.all(
      refused.map(async (who) => {
        const path = at(route, who === 'unverified owner' ? unverified : owner)
        const { status } = await calls.send(tokens[callerOf(who)], route, path, route.body && {})
        return [who, status]
      }),
    )
    const wanted = refused.map((who) => [who, expected(name, callerOf(who), isOwn(who))])
    t.same(statuses, wanted, `${name}: who is refused`)
  }
  t.same(await fingerprint(api.db), before, 'the refused have changed no row of any table, events among them')

  for (const [name, route] of named)
    for (const who of calling) {
      if (expected(name, callerOf(who), isOwn(who)) !== 'pass') continue
      const id = route.owns
        ? await makeOwned(api, people[who === 'unverified owner' ? 'unverified' : 'owner'], route.owns)
        : newId()
      // Each call other than GET gets a session of its own, because such a call may end its session.
      const token = route.method === 'GET' ? tokens[callerOf(who)] : await tokenOf(callerOf(who))
      const { status } = await calls.send(token, route, at(route, id), route.body && {})
      t.notOk([401, 403].includes(status), `${name}: ${who} passes (${status})`)
      if (route.owns) t.not(status, 404, `${name}: ${who} finds their own`)
    }
})

await t.test('A01 access by resource and outside routes is as listed, for every kind of caller', async (t) => {
  const { people, tokens } = await makeCallers(api.db)
  const arriving = await announce({ call: caller(api.url, tokens.owner) }, 4)
  const things: Record<string, string> = {
    ...(await makeThings(api, people)),
    arrivingUpload: arriving.headers.get('location')!.split('/').at(-1)!,
  }
  const filled = (row: string) => row.replace(/\{(\w+)\}/g, (_, thing: string) => things[thing]!)
  const callAs = async (row: string, who: Caller) => {
    const response = await callRow(api.url, filled(row), tokens[who])
    await response.arrayBuffer()
    return response.status
  }
  const isRefusal = (cell: string) => Number(cell) >= 400

  const before = await fingerprint(api.db)
  for (const { row, cells } of callsByCaller) {
    const refused = callers.filter((who) => isRefusal(cells[who]))
    const statuses = await Promise.all(refused.map(async (who) => `${who} ${await callAs(row, who)}`))
    t.same(
      statuses,
      refused.map((who) => `${who} ${cells[who]}`),
      row,
    )
  }
  t.same(await fingerprint(api.db), before, 'the refused have changed no row of any table, events among them')
  for (const { row, cells } of callsByCaller)
    for (const who of callers)
      if (!isRefusal(cells[who])) t.equal(await callAs(row, who), Number(cells[who]), `${row}: ${who}`)
})

await t.test('A01 serves exactly the declared routes', async (t) => {
  const declared = new Set(
    (Object.values(routes) as Route[]).map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`),
  )
  const served = servedRoutes(api.app.printRoutes({ commonPrefix: false }))
  // The contract lists neither the web client's files nor the socket proxy.
  const undeclared = served.filter(
    // Every GET route also has HEAD, which head.test.ts checks.
    (line) => !declared.has(line.replace(/^HEAD /, 'GET ')) && !/ \/(socket\.io|assets|[\w-]+\.\w+$)|\*/.test(line),
  )
  t.same(undeclared, [])
  t.ok(served.length >= declared.size)
})

const onlyServer = [
  ...['id', 'user_id', 'owner_id', 'ownerId', 'group', 'backstage', 'permissions', 'email_verified_at', 'invite_code'],
  ...['status', 'state', 'stage', 'version', 'hidden_at', 'banned_at', 'tenant_id', 'public', 'featured_at'],
  ...['prize', 'rank', 'score', 'used_by', 'days_left', 'ends_at', 'first_studio_at', 'created_at', 'password_hash'],
]

await t.test(
  "A02 an id of another user's private thing gives the same answer as an unknown id, in every place",
  async (t) => {
    const [ann, bob, adm] = [await api.person(), await api.person(), await api.person({ group: 'admin' })]
    const secrets = await makeSecrets(api, ann.user, adm.user)
    const places = named
      .filter(([name, { beacon }]) => rights[name][0] !== 'administrator' && !beacon)
      .flatMap((one) => slotsOf(one[1]).map((slot) => ({ one, slot })))
    const before = await rowsNaming(api.db, Object.values(secrets))
    const own = await makeNameable(api, bob.user)
    for (const { one, slot } of places)
      t.same(await calls.findDistinguishable(bob, one, own, slot, secrets), [], `${one[0]} ${slot}`)
    const after = await rowsNaming(api.db, Object.values(secrets))
    const missing = [...before].filter((row) => !after.has(row))
    t.same(missing, [], 'nothing of hers has changed')
    const added = [...after].filter((row) => !before.has(row)).map((row) => row.split(' ')[0])
    t.same(new Set(added), new Set(['users']), 'and nobody’s rows name it now, but the layout, where any id may stand')

    const hers = await makeNameable(api, ann.user)
    let reached = 0
    for (const { one, slot } of places)
      if ((await calls.findDistinguishable(ann, one, hers, slot, secrets)).length > 0) reached++
    t.ok(
      reached >= 40,
      `so that this means something, she herself gets further (${reached} of ${places.length} places)`,
    )
  },
)

await t.test('A08 pages have the allowed length, and a cursor of another list or user gives nothing', async (t) => {
  const [ann, bob, adm] = [await api.person(), await api.person(), await api.person({ group: 'admin' })]
  await makeSecrets(api, ann.user, adm.user)
  await makeSecrets(api, bob.user, adm.user)
  const own = await makeNameable(api, ann.user)
  const has = (field: string) =>
    named.filter(([, { query }]) => query && field in ((query as { properties?: object }).properties ?? {}))
  const ask = async ([name, route]: Named, query: string) => {
    const who = rights[name][0] === 'administrator' ? adm : ann
    const path = route.path.replace(
      /:(\w+)/g,
      (_, param: string) => own[param === 'id' ? route.path.split('/')[1]! : param]!,
    )
    return calls.send(who.token, route, `${path}?${query}`)
  }
  const lists = has('cursor')
  t.ok(lists.length >= 20)
  for (const [field, page] of [
    ['limit', lists],
    ['pageSize', has('pageSize')],
  ] as const)
    for (const one of page)
      for (const value of ['1000000000', '101', '-1', '0', 'x', '1.5'])
        t.equal((await ask(one, `${field}=${value}`)).status, 422, `${one[0]} ${field}=${value}`)
  for (const one of has('page'))
    for (const value of ['0', '-1', '1000000000'])
      t.equal((await ask(one, `page=${value}`)).status, 422, `${one[0]} page=${value}`)

  const cursors = new Map<string, string>()
  for (const one of lists) {
    const { nextCursor } = JSON.parse((await ask(one, 'limit=1')).text) as { nextCursor: string | null }
    if (nextCursor) cursors.set(one[0], nextCursor)
  }
  t.ok(cursors.size >= 4, `${cursors.size} lists have another page`)
  for (const one of lists) {
    const whole = await ask(one, 'limit=100')
    t.equal(whole.status, 200, one[0])
    const idsOf = (text: string) => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    const shown = new Set(idsOf(whole.text))
    for (const cursor of ['x', 'x'.repeat(300), ...cursors.values()]) {
      const { status, text } = await ask(one, `cursor=${cursor}`)
      if (cursor.startsWith('x')) t.equal(status, 422, `${one[0]} cursor=${cursor}`)
      else if (status !== 422)
        t.same([status, ...idsOf(text).filter((id) => !shown.has(id))], [200], `${one[0]} cursor=${cursor}`)
    }
  }
})

await t.test('K08 no call accepts a field that only the server writes, at any depth', async (t) => {
  const taking = named.filter(([, { body, beacon }]) => body && !beacon)
  for (const [name, route] of named)
    // The route `startSocial` is also the provider's callback, to which providers add parameters of their own.
    if (!route.beacon && name !== 'startSocial')
      for (const part of ['params', 'query', 'body', 'form'] as const)
        t.same(openObjects(route[part], `${name}.${part}`), [])
  t.same(openObjects({ items: { type: 'object', properties: {} } }, 'x'), ['x.items'], 'the check itself sees one')
  const ann = await api.person({ password: 'a good password' })
  const adm = await api.person({ group: 'admin' })
  const own = await makeNameable(api, ann.user)
  const before = await fingerprint(api.db)
  for (const one of taking) {
    const [name, route] = one
    const taken = Object.keys((route.body as { properties?: object }).properties ?? {})
    const extra = Object.fromEntries(onlyServer.filter((key) => !taken.includes(key)).map((key) => [key, 'admin']))
    const who = rights[name][0] === 'administrator' ? adm : ann
    const { status, text } = await calls.callWith(who, one, own, undefined, undefined, extra)
    const { fields = {} } = JSON.parse(text || '{}') as { fields?: object }
    t.same([status, Object.keys(fields)], [422, ['body']], name)
  }
  t.same(await fingerprint(api.db), before)
})

/** Routes in the form `GET /auth/me`, read from Fastify's printed route tree. */
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
