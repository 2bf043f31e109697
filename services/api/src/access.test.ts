import t from 'tap'
import type { Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import { newId } from '@toile/contracts/ids'
import { makeReadyUpload } from '@toile/testing/factories'
import { caller, startTestApi, type Person, type TestApi } from './test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

// Who may pass the guard of a route, by its declared access. A route with an access that is missing here, or a new
// kind of caller, fails the walk below.
const callers = ['visitor', 'owner', 'other', 'unverified', 'admin'] as const
type Caller = (typeof callers)[number]
const passes: Record<string, readonly Caller[]> = {
  public: ['visitor', 'owner', 'other', 'unverified', 'admin'],
  user: ['owner', 'other', 'unverified', 'admin'],
  verified: ['owner', 'other', 'admin'],
  owner: ['owner'],
  admin: ['admin'],
}
const refusals = [401, 403]

await t.test('A01 every route against every kind of caller', async (t) => {
  const people: Record<Exclude<Caller, 'visitor'>, Person> = {
    owner: await api.person(),
    other: await api.person(),
    unverified: await api.person({ verified: false }),
    admin: await api.person({ group: 'admin' }),
  }
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const allowed = passes[route.access]
    t.ok(allowed, `${name}: its access is known to the walk`)
    for (const who of callers) {
      // Fresh things for each call: whoever passes may change or remove them.
      const { uploadId, coverId } = await makeReadyUpload(api.db, people.owner.user)
      const work = await people.owner
        .call('POST', '/works', { body: { uploadId, coverId } })
        .then((answer) => answer.json())
      const id = route.owns === 'upload' ? uploadId : route.owns === 'work' ? (work as { id: string }).id : newId()
      const path = route.path.replace(':id', id).replace(':name', 'x.glb')
      const call = who === 'visitor' ? caller(api.url) : people[who].call
      const before = await fingerprint()
      const answer = await call(
        route.method,
        path,
        route.body && ['POST', 'PUT', 'PATCH'].includes(route.method) ? { body: {} } : {},
      )
      const passed = allowed!.includes(who)
      if (passed) {
        t.notOk(refusals.includes(answer.status), `${name}: ${who} passes (${answer.status})`)
        if (route.owns) t.not(answer.status, 404, `${name}: ${who} finds their own`)
      } else {
        const expected = who === 'visitor' ? 401 : route.access === 'owner' ? 404 : 403
        t.equal(answer.status, expected, `${name}: ${who} is refused`)
        t.equal(await fingerprint(), before, `${name}: ${who} changed nothing`)
      }
    }
  }
})

await t.test('an unverified owner may not publish', async (t) => {
  const una = await api.person({ verified: false })
  const work = (await una.call('POST', '/works', { body: {} }).then((answer) => answer.json())) as { id: string }
  const answer = await una.call('POST', `/works/${work.id}/publish`)
  t.equal(answer.status, 403)
  t.match(await answer.json(), { code: 'EMAIL_UNVERIFIED' })
})

await t.test('a path that merely contains admin or upload grants nothing', async (t) => {
  const ann = await api.person()
  for (const path of ['/admin', '/me/works/admin', '/api//auth/me', '/%61uth/me/', '/auth/me;admin']) {
    const answer = await caller(api.url)('GET', path, { headers: { 'x-admin-request': '1' } })
    t.ok([401, 404].includes(answer.status), `${path} (${answer.status})`)
  }
  const prefixed = await ann.call('GET', '/api/auth/me')
  t.equal(prefixed.status, 200, 'a leading /api reaches the same route')
})

await t.test('unknown keys are refused, never stored', async (t) => {
  const ann = await api.person()
  for (const extra of [{ group: 'admin' }, { owner_id: newId() }, { state: 'released' }, { backstage: true }]) {
    const answer = await ann.call('POST', '/works', { body: { title: 'A dress', ...extra } })
    t.equal(answer.status, 422)
    t.match(await answer.json(), { code: 'INVALID_INPUT', fields: { [Object.keys(extra)[0]!]: [String] } })
  }
})

await t.test('S04 a signed-out token is refused everywhere within a second', async (t) => {
  const ann = await api.person()
  t.equal((await ann.call('GET', '/auth/me')).status, 200)
  t.equal((await ann.call('POST', '/auth/logout')).status, 204)
  const deadline = Date.now() + 1_000
  let status = 200
  while (status === 200 && Date.now() < deadline) status = (await ann.call('GET', '/auth/me')).status
  t.equal(status, 401)
  t.equal((await ann.call('GET', '/me/works')).status, 401)
})

/** A hash of all that a refused call must leave as it is. */
async function fingerprint(): Promise<string> {
  const tables = ['users', 'sessions', 'files', 'uploads', 'works', 'work_versions', 'images', 'events'] as const
  const counts = await Promise.all(
    tables.map((table) =>
      api.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  )
  const states = await api.db.selectFrom('works').select(['id', 'state', 'version']).orderBy('id').execute()
  const stages = await api.db.selectFrom('uploads').select(['id', 'stage', 'version']).orderBy('id').execute()
  return JSON.stringify([counts, states, stages])
}
