import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { BackstageCreator, BackstageUser } from '@toile/contracts/users/users-backstage'
import type { BulkResponse } from '@toile/contracts/backstage/tables'
import { inTransaction } from '@toile/db/client'
import { bindDevice } from '@toile/db/software/devices'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import { makeToken, makeUpload } from '@toile/testing/factories'
import { caller, json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let adm: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ name: 'adm', group: 'admin' })
})
t.teardown(() => api.close())

const REASON = 'Asked for by mail'
const users = (query: string) =>
  json<{ items: BackstageUser[]; total: number }>(adm.call('GET', `/backstage/users?${query}`))
const creators = (query = '') =>
  json<{ items: BackstageCreator[]; total: number }>(adm.call('GET', `/backstage/creators?${query}`))
const namesOf = (list: { items: { name: string }[] }) => list.items.map(({ name }) => name)
const action = (person: { id: string }, path: string, body: object = {}, as = adm) =>
  as.call(/group|featured/.test(path) ? 'PUT' : 'POST', `/backstage/${path.replace('ID', person.id)}`, {
    body: { reason: REASON, ...body },
  })
const actionsOf = async (id: string) =>
  (
    await sql<{ action: string }>`select action, actor_id, reason, before, after from audit where subject_id = ${id}
      order by created_at, id`.execute(api.db)
  ).rows
const sessionsOf = async ({ user }: Person) =>
  (await api.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).length
const release = async ({ user }: Person) => {
  const id = newId()
  await inTransaction(api.db, async (trx) => {
    await insertWork(trx, { id, ownerId: user.id })
    await moveWork(trx, id, 'released')
  })
}

await t.test('the server searches, filters and sorts all accounts', async (t) => {
  const ann = await api.person({ name: 'ann' })
  const bob = await api.person({ name: 'bob', verified: false })
  const cleo = await api.person({ name: 'cleo' })
  await release(ann)
  await release(bob)
  await release(bob)
  await makeUpload(api.db, cleo.user)
  await sql`update users set seen_at = now() where id = ${ann.user.id}`.execute(api.db)
  await action(cleo.user, 'users/ID/ban', { until: 'never' })
  const id = newId()
  await sql`insert into tenants (id, name) values (${id}, 'Atelier')`.execute(api.db)
  await sql`update users set tenant_id = ${id} where id = ${ann.user.id}`.execute(api.db)

  t.same(namesOf(await users('')), ['cleo', 'bob', 'ann', 'adm'], 'the newest first')
  for (const q of ['ANN', 'ann@example', ann.user.id]) t.same(namesOf(await users(`q=${q}`)), ['ann'], q)
  t.same((await users('q=%25')).total, 0, 'a sign of patterns is a sign')
  const filtered = { group: 'admin', verified: false, banned: true, tenant: id, demo: true, deleted: true }
  const found = await Promise.all(Object.entries(filtered).map(async ([k, v]) => namesOf(await users(`${k}=${v}`))))
  t.same(found, [['adm'], ['bob'], ['cleo'], ['ann'], [], []])
  t.match((await users(`tenant=${id}`)).items, [{ tenant: { name: 'Atelier' }, ban: null, works: 1 }])
  t.match((await users('banned=true')).items, [{ ban: { reason: REASON, until: null, since: String } }])
  const first = async (sort: string) => namesOf(await users(`sort=${sort}&order=desc&pageSize=1`))[0]
  t.same(await Promise.all(['works', 'seen', 'uploads'].map(first)), ['bob', 'ann', 'cleo'])
  t.same(namesOf(await users('sort=bytes&pageSize=2&page=2')).length, 2)
  t.equal((await adm.call('GET', '/backstage/users?sort=password_hash')).status, 422)
})

await t.test('A06 B03 operators see exactly these keys of a user; views of private data are logged', async (t) => {
  const dan = await api.person({ name: 'dan', password: 'a good password' })
  const { sid } = await makeToken(api.db, dan.user)
  const hash = Buffer.from('a hash that nobody may see, ever')
  await bindDevice(api.db, { userId: dan.user.id, deviceId: 'pc', name: 'PC', tokenHash: hash, sessionId: sid })
  await sql`insert into identities (provider, subject, user_id) values ('google', 'g-dan', ${dan.user.id})`.execute(
    api.db,
  )
  const row = `ban bytes createdAt deleted demo email group id lastSeenAt name nickname tenant uploads verified works`
  const keys = (value: object) => Object.keys(value).sort().join(' ')
  t.equal(keys((await users('q=dan')).items[0]!), row)
  const path = `/backstage/users/${dan.user.id}`
  const detail = await json<Record<'counts' | 'sessions' | 'identities' | 'devices', object[]>>(adm.call('GET', path))
  const more = ['counts', 'devices', 'emailRefusedAt', 'identities', 'invitedBy', 'language', 'sessions']
  t.equal(keys(detail), [...row.split(' '), ...more].sort().join(' '))
  t.equal(keys(detail.counts), 'comments followers following published renders reports')
  t.equal(keys(detail.sessions[0]!), 'createdAt expiresAt lastSeenAt userAgent')
  t.equal(keys(detail.identities[0]!), 'email linkedAt type')
  t.equal(keys(detail.devices[0]!), 'boundAt id lastSeenAt name')
  const text = JSON.stringify(detail)
  for (const secret of [sid, dan.token, 'g-dan', dan.user.invite_code, 'hash', 'scrypt', 'argon'])
    t.notMatch(text, secret, 'nothing that opens anything')
  await adm.call('GET', path)
  t.match(await actionsOf(dan.user.id), [{ action: 'user.viewed', actor_id: adm.user.id }], 'once an hour')
  await release(dan)
  const listed = (await creators('q=dan')).items[0]!
  t.equal(
    keys(listed),
    'banned bytes featuredAt followers group id lastPublishedAt likes name nickname renders views works',
  )
  t.equal((await adm.call('GET', `${path}/messages`)).status, 404, 'there is no reader of messages')
})

await t.test('B04 each action is one row with before, after and reason', async (t) => {
  const eve = await api.person({ name: 'eve', verified: false })
  await release(eve)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  for (const [path, body] of [
    ['users/ID/verify-email', {}],
    ['users/ID/sign-out', {}],
    ['creators/ID/featured', { featured: true }],
    ['users/ID/ban', { until }],
    ['users/ID/unban', {}],
    ['users/ID/group', { group: 'admin' }],
    ['users/ID/group', { group: 'user' }],
  ] as const) {
    t.equal((await action(eve.user, path, body)).status, 200, path)
    if (path !== 'users/ID/ban') t.equal((await action(eve.user, path, body)).status, 409, `${path}: it is so already`)
  }
  const by = { actor_id: adm.user.id, reason: REASON }
  t.match(await actionsOf(eve.user.id), [
    { ...by, action: 'user.emailVerified', before: { verified: 'no' }, after: { verified: 'yes' } },
    { ...by, action: 'user.signedOut', before: { sessions: 1 }, after: { sessions: 0 } },
    { ...by, action: 'creator.featured', before: { featured: 'no' }, after: { featured: 'yes' } },
    { ...by, action: 'user.banned', before: null, after: { reason: REASON, until } },
    { ...by, action: 'user.unbanned', before: { reason: REASON, until }, after: null },
    { ...by, action: 'user.promoted', before: { group: 'user' }, after: { group: 'admin' } },
    { ...by, action: 'user.demoted', before: { group: 'admin' }, after: { group: 'user' } },
  ])
  const undone = await sql`select 1 from audit u join audit b on b.id = u.undoes
    where u.action = 'user.unbanned' and b.action = 'user.banned' and b.subject_id = ${eve.user.id}`.execute(api.db)
  t.equal(undone.rows.length, 1, 'and says what it takes back')
  for (const end of ['tomorrow', '2001-01-01T00:00:00.000Z'])
    t.match(await json(action(eve.user, 'users/ID/ban', { until: end })), { fields: { until: [String] } })
})

await t.test('A02 administrators cannot act on themselves or on the last administrator', async (t) => {
  const fay = await api.person({ name: 'fay' })
  const gil = await api.person({ name: 'gil', group: 'admin' })
  for (const [path, body] of [
    ['users/ID/ban', { until: 'never' }],
    ['users/ID/sign-out', {}],
    ['users/ID/group', { group: 'user' }],
  ] as const) {
    t.match(await json(action(adm.user, path, body)), { code: 'NOT_YOURSELF' }, path)
    t.equal((await action({ id: newId() }, path, body)).status, 404, `${path}: nobody`)
  }
  t.match(await json(action(gil.user, 'users/ID/ban', { until: 'never' })), { code: 'ADMINISTRATOR_PROTECTED' })
  await action(fay.user, 'users/ID/ban', { until: 'never' })
  t.match(await json(action(fay.user, 'users/ID/group', { group: 'admin' })), { code: 'BANNED_NO_ADMINISTRATOR' })
  const both = await Promise.all([
    action(gil.user, 'users/ID/group', { group: 'user' }),
    action(adm.user, 'users/ID/group', { group: 'user' }, gil),
  ])
  // The later call is refused because it would demote the last administrator, or because its caller no longer is one.
  t.equal(both.filter(({ status }) => status === 200).length, 1)
  const left = await sql<{ id: string }>`select id from users where "group" = 'admin'`.execute(api.db)
  t.equal(left.rows.length, 1)
  await sql`update users set "group" = 'admin' where id = ${adm.user.id}`.execute(api.db)
})

await t.test('B05 a dry run of a bulk action changes nothing and names the users it would skip', async (t) => {
  const hal = await api.person({ name: 'hal' })
  const ida = await api.person({ name: 'ida' })
  const jon = await api.person({ name: 'jon', group: 'admin' })
  const gone = newId()
  const ids = [hal, ida, jon, adm].map(({ user }) => user.id).concat(gone)
  const bulk = (path: string, body: object) =>
    json<BulkResponse>(adm.call('POST', `/backstage/${path}`, { body: { ids, reason: REASON, ...body } }))
  for (const path of ['users/bulk-sign-out', 'users/bulk-ban']) {
    const body = path.endsWith('ban') ? { until: 'never' } : {}
    const trial = await bulk(path, { ...body, dryRun: true })
    t.equal(trial.done, 2)
    t.same(
      new Map(trial.skipped.map(({ id, code }) => [id, code])),
      new Map([
        [jon.user.id, 'ADMINISTRATOR_PROTECTED'],
        [adm.user.id, path.endsWith('ban') ? 'NOT_YOURSELF' : 'ADMINISTRATOR_PROTECTED'],
        [gone, 'NOT_FOUND'],
      ]),
    )
    t.equal(await sessionsOf(hal), 1, 'as before')
    t.same(await bulk(path, body), trial, 'then it does just that')
    t.equal(await sessionsOf(hal), 0)
    for (const { user } of [hal, ida]) await makeToken(api.db, user)
  }
  t.same(namesOf(await users('banned=true&q=a')).includes('hal'), true)
  t.match(await actionsOf(ida.user.id), [{ action: 'user.signedOut' }, { action: 'user.banned' }])
})

await t.test('featured users come first among creators, on every page', async (t) => {
  const kim = await api.person({ name: 'kim' })
  const liv = await api.person({ name: 'liv' })
  for (const person of [kim, liv, liv]) await release(person)
  await kim.call('PUT', `/users/${liv.user.id}/follow`)
  t.equal((await action({ id: newId() }, 'creators/ID/featured', { featured: true })).status, 404)
  await action(kim.user, 'creators/ID/featured', { featured: true })
  const seen: { name: string; featured: boolean }[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: typeof seen; nextCursor: string | null } = await json<{
      items: typeof seen
      nextCursor: string | null
    }>(caller(api.url)('GET', `/users?limit=1${cursor && `&cursor=${cursor}`}`))
    seen.push(...page.items)
    cursor = page.nextCursor
  }
  const names = seen.map(({ name }) => name)
  t.equal(new Set(names).size, names.length, 'nobody twice')
  t.same(
    seen.filter(({ featured }) => featured).map(({ name }) => name),
    names.slice(0, 2),
  )
  t.ok(names.indexOf('kim') < names.indexOf('liv'), 'before those with more fans')
  t.match(
    (await creators('sort=works&order=desc&pageSize=50')).items.find(({ name }) => name === 'liv'),
    {
      works: 2,
      followers: 1,
      featuredAt: null,
    },
  )
  t.same(namesOf(await creators('featured=true')).sort(), ['eve', 'kim'])
  const body = { ids: [kim.user.id, liv.user.id], featured: false, reason: REASON }
  const outcome = await json<BulkResponse>(adm.call('POST', '/backstage/creators/bulk-feature', { body }))
  t.match(outcome, { done: 1, skipped: [{ id: liv.user.id, code: 'STATE_CONFLICT' }] })
})
