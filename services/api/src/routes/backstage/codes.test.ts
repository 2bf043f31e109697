import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { PersonFound } from '@toile/contracts/backstage/backstage'
import { insertBatch } from '@toile/db/software/codes-backstage'
import type { User } from '@toile/db/users/users'
import { csvOf } from '@toile/runtime/csv'
import { makeCode } from '@toile/runtime/s-codes'
import { makeImage } from '@toile/testing/factories'
import { startTestApi, type Person } from '../../test-api.js'
import { codesOf, CODES_PATH, makeCodes, redeem } from '../software/codes.test-support.js'

const api = await startTestApi()
const adm = await api.person({ group: 'admin' })
t.teardown(() => api.close())
const batch = (days: number, count = 1) => makeCodes(adm, days, count)

const end = (id: string, reason = 'Sent to the wrong school') =>
  adm.call('DELETE', `/backstage/s-codes/${id}`, { body: { reason } })

await t.test('a granted code is announced to its user, and only they can redeem it', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const [given, other] = (await batch(14, 2)) as [{ id: string; code: string }, { id: string; code: string }]
  const response = await adm.call('POST', `/backstage/s-codes/${given.id}/give`, { body: { userId: ann.user.id } })
  t.match(await response.json(), { status: 'unused', receiver: { id: ann.user.id }, receivedAt: String })
  const { items } = await codesOf(ann)
  t.match(items, [{ id: given.id, days: 14, status: 'unused', usedBy: null, daysLeft: 0 }])
  const notifications = (await (await ann.call('GET', '/notifications')).json()) as { items: object[] }
  t.match(notifications.items, [{ kind: 's_code', params: { days: 14 }, path: '/admin/software' }])
  t.equal((await redeem(bob, given.code)).status, 422, 'it was read over a shoulder')
  t.equal((await bob.call('POST', CODES_PATH, { body: { id: given.id } })).status, 422)
  t.equal((await bob.call('POST', CODES_PATH, { body: { id: other.id } })).status, 422, 'nobody has that one')
  const used = await ann.call('POST', CODES_PATH, { body: { id: given.id } })
  t.match(await used.json(), { code: { usedBy: { id: ann.user.id, name: ann.user.nickname }, daysLeft: 14 } })
  const again = await adm.call('POST', `/backstage/s-codes/${given.id}/give`, { body: { userId: bob.user.id } })
  t.equal(again.status, 409)
  t.equal((await end(given.id)).status, 409, 'what is used stays used')
  t.match(await (await end(other.id)).json(), { status: 'void' })
  t.equal((await redeem(ann, other.code)).status, 422)
  const list = (await (await adm.call('GET', `/backstage/s-codes?q=${ann.user.username}`)).json()) as object
  t.match(list, { total: 1, items: [{ id: given.id, status: 'used', usedBy: { id: ann.user.id } }] })
  const actions = await api.db
    .selectFrom('audit')
    .select(['action', 'reason', 'before', 'after'])
    .where('actor_id', '=', adm.user.id)
    .where('subject_id', 'in', [given.id, other.id])
    .orderBy('id')
    .execute()
  t.same(actions, [
    { action: 'code.given', reason: null, before: { holder: '' }, after: { holder: ann.user.nickname } },
    {
      action: 'code.voided',
      reason: 'Sent to the wrong school',
      before: { status: 'unused' },
      after: { status: 'void' },
    },
  ])
})

await t.test('many codes are voided at once as the dry run says, except used ones', async (t) => {
  const ann = await api.person()
  const made = await adm.call('POST', '/backstage/s-codes', { body: { days: 7, count: 4, note: 'For a class' } })
  const { batch: group, codes } = (await made.json()) as {
    batch: { id: string }
    codes: { id: string; code: string }[]
  }
  const list = async (query: string) => {
    const response = await adm.call('GET', `/backstage/s-codes?batchId=${group.id}&${query}`)
    return (await response.json()) as { total: number; items: { id: string; status: string }[] }
  }
  await redeem(ann, codes[0]!.code)
  await adm.call('POST', `/backstage/s-codes/${codes[1]!.id}/give`, { body: { userId: ann.user.id } })
  t.match(await list('sort=usedAt&order=desc'), { total: 4, items: [{ id: codes[0]!.id, status: 'used' }] })
  t.match(await list('given=true'), { total: 2 })
  t.match(await list('status=unused&given=false&q=for A class'), { total: 2 })

  const run = async (at: string, body: object) =>
    (await (await adm.call('POST', `/backstage/s-codes/${at}`, { body })).json()) as object
  const ids = codes.slice(0, 3).map(({ id }) => id)
  const outcome = { done: 2, skipped: [{ id: ids[0], code: 'STATE_CONFLICT', message: String }] }
  t.match(await run('void', { ids, dryRun: true, reason: '-' }), outcome)
  t.equal((await list('status=void')).total, 0, 'it was tried only')
  t.match(await run('void', { ids, reason: 'The class was called off' }), outcome)
  t.equal((await list('status=void')).total, 2)
  t.match(await run(`batches/${group.id}/void`, { reason: 'The rest of it' }), { done: 1 })
  const batches = (await (await adm.call('GET', '/backstage/s-codes/batches?q=for a class')).json()) as object
  const maker = { id: adm.user.id, name: adm.user.nickname }
  t.match(batches, { total: 1, items: [{ id: group.id, count: 4, used: 1, void: 3, maker }] })
  const actions = await sql<{ reason: string }>`select reason from audit
    where action = 'code.voided' and subject_id = any(${codes.map(({ id }) => id)}::uuid[]) order by id`.execute(api.db)
  t.same(
    actions.rows.map(({ reason }) => reason),
    ['The class was called off', 'The class was called off', 'The rest of it'],
  )
})

await t.test('finds users by a part of the name, exact matches first', async (t) => {
  const people: Person[] = []
  for (const name of ['annabel', 'joanna', 'anna']) people.push(await api.person({ name }))
  const find = async () => {
    const response = await adm.call('GET', '/backstage/people?q=Anna')
    return ((await response.json()) as { items: PersonFound[] }).items
  }
  t.same(
    (await find()).map(({ username, avatarUrl }) => [username, avatarUrl]),
    [
      ['anna', null],
      ['annabel', null],
      ['joanna', null],
    ],
  )
  const imageId = await makeImage(api.db, people[2]!.user, 'avatar')
  t.equal((await people[2]!.call('PUT', '/me/avatar', { body: { imageId } })).status, 200)
  t.match((await find())[0]!.avatarUrl, /\/files\/.*avatar/)
})

await t.test('a table for a spreadsheet contains no formula', async (t) => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1', 'a,"b"\r\nc', '2026']
  t.equal(csvOf([cells]), `\ufeff'=1+1,'+1,'-1,'@SUM(A1),' =1,"'\t=1",'＝1,"a,""b""\r\nc",2026\r\n`)
  const response = await adm.call('POST', '/backstage/s-codes', { body: { days: 5, count: 1, note: '=cmd|calc' } })
  const { codes, csv } = (await response.json()) as { codes: { code: string }[]; csv: string }
  t.equal(csv, `\ufeffcode,days,note\r\n${codes[0]!.code},5,'=cmd|calc\r\n`)
})

await t.test('a batch is created completely or not at all', async (t) => {
  const one = makeCode()
  const twice = { days: 1, note: 'twice', createdBy: adm.user.id, codes: [one, one] }
  await t.rejects(insertBatch(api.db, twice))
  const { rows } = await sql<User>`select id from code_batches where note = 'twice'`.execute(api.db)
  t.same(rows, [])
})
