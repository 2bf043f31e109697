import t from 'tap'
import type { Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { insertWork } from '@toile/db/queries/works'
import { makeReadyUpload, makeToken } from '@toile/testing/factories'
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
    const things = async () => {
      if (!route.owns) return newId()
      if (route.owns === 'session') return (await makeToken(api.db, people.owner.user)).sid
      const { uploadId, coverId } = await makeReadyUpload(api.db, people.owner.user)
      if (route.owns === 'upload') return uploadId
      const id = newId()
      await inTransaction(api.db, (trx) =>
        insertWork(trx, { id, ownerId: people.owner.user.id, upload_id: uploadId, cover_id: coverId }),
      )
      return id
    }
    const tokens = Object.fromEntries(
      // Sessions of this route's own: signing out is one of the routes.
      await Promise.all(
        Object.entries(people).map(async ([who, { user }]) => [who, (await makeToken(api.db, user)).token]),
      ),
    ) as Record<Caller, string | undefined>
    const callAs = (who: Caller, id: string) => {
      const path = route.path.replace(':id', id).replace(':name', 'x.glb')
      return caller(api.url, tokens[who])(route.method, path, route.body ? { body: {} } : {})
    }

    const id = await things()
    const before = await fingerprint()
    for (const who of callers.filter((someone) => !allowed!.includes(someone))) {
      const expected = who === 'visitor' ? 401 : route.access === 'owner' ? 404 : 403
      t.equal((await callAs(who, id)).status, expected, `${name}: ${who} is refused`)
    }
    t.equal(await fingerprint(), before, `${name}: the refused changed nothing`)

    for (const who of callers.filter((someone) => allowed!.includes(someone))) {
      const { status } = await callAs(who, id)
      t.notOk(refusals.includes(status), `${name}: ${who} passes (${status})`)
      if (route.owns) t.not(status, 404, `${name}: ${who} finds their own`)
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
