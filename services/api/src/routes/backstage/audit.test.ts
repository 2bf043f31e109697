import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { AuditEntry } from '@toile/contracts/audit/audit'
import { newId } from '@toile/contracts/ids'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { makeActivity, makeReleasedWork } from '@toile/testing/activities'
import { makeSentFile } from '@toile/testing/courses'
import { json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let adm: Person
let ann: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin', name: 'the-operator' })
  ann = await api.person({ name: 'ann' })
})
t.teardown(() => api.close())

const REASON = 'As agreed'
type List = { items: AuditEntry[]; total: number }
const audit = (query: string, language = 'en') =>
  json<List>(adm.call('GET', `/backstage/audit?${query}`, { headers: { 'accept-language': language } }))
const latest = async (action: string) => (await audit(`action=${action}&pageSize=1`)).items[0]!
async function act(method: string, path: string, body: object = {}): Promise<string> {
  const response = await adm.call(method, `/backstage/${path}`, { body })
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return text ? ((JSON.parse(text) as { id?: string }).id ?? '') : ''
}
const undo = (id: string) => adm.call('POST', `/backstage/audit/${id}/undo`, { body: { reason: 'That was wrong' } })
const tenant = () => act('POST', 'tenants', { name: 'Atelier', storageBytes: 1_000_000, rendersPerMonth: 2 })

t.test('an action that changes something records the values before and after', async (t) => {
  await act('POST', 's-codes', { days: 30, count: 2, note: 'For the fair' })
  await act('PATCH', 'categories/dress', { hidden: true, reason: REASON })
  await act('PATCH', 'categories/dress', { hidden: false, reason: REASON })
  const id = await tenant()
  await act('POST', `tenants/${id}/suspend`, { reason: REASON })
  await act('POST', `tenants/${id}/resume`)
  await act('PUT', `tenants/${id}/members/${ann.user.id}`)
  await act('DELETE', `tenants/${id}/members/${ann.user.id}`, { reason: REASON })
  for (const [action, before, after] of [
    ['codes.made', {}, { days: 30, count: 2, note: 'For the fair' }],
    ['category.hidden', { hidden: 'no' }, { hidden: 'yes' }],
    ['category.shown', { hidden: 'yes' }, { hidden: 'no' }],
    ['tenant.suspended', { suspended: '' }, { suspended: REASON }],
    ['tenant.resumed', { suspended: REASON }, { suspended: '' }],
    ['tenant.member_added', { member: '' }, { member: 'ann' }],
    ['tenant.member_removed', { member: 'ann' }, { member: '' }],
  ] as const)
    t.match(await latest(action), { before, after }, action)
})

t.test('the log keeps the text of an emptied profile', async (t) => {
  await sql`update users set description = '<p>Buy my book</p>', company = 'Spam' where id = ${ann.user.id}`.execute(
    api.db,
  )
  await (await api.person()).call('POST', '/reports', { body: { kind: 'user', id: ann.user.id, reason: 'Adverts' } })
  const { items } = await json<List>(adm.call('GET', '/backstage/reports?kind=user'))
  await act('POST', `reports/${items[0]!.id}/decision`, { decision: 'clear', reason: REASON })
  const { before, after } = await latest('user.cleared')
  t.match(before, { company: 'Spam', description: '<p>Buy my book</p>' })
  t.match(after, { company: '', description: '' })
})

t.test('a course or an item that an undo publishes or withdraws is logged too', async (t) => {
  const id = newId()
  await sql`insert into courses (id, title, published_at) values (${id}, 'Sewing', now())`.execute(api.db)
  await act('POST', `courses/${id}/withdraw`, { reason: REASON })
  t.equal((await undo((await latest('course.withdrawn')).id)).status, 200)
  const undone = { before: { published: 'false' }, after: { published: 'true' }, params: { title: 'Sewing' } }
  t.match(await latest('course.published'), undone)
})

t.test("searches the log by words of its sentences, in the reader's language", async (t) => {
  const work = await makeReleasedWork(api.db, ann.user, 'Coat')
  await act('POST', 'works/hide', { ids: [work], reason: REASON })
  const found = async (words: string, language: string) =>
    (await audit(`q=${encodeURIComponent(words)}&subject=${work}`, language)).items.map(({ action }) => action)
  t.same(await found('hid the WORK', 'en'), ['work.hidden'])
  t.same(await found('隐藏了作品', 'zh-CN'), ['work.hidden'])
  t.same(await found('隐藏了作品', 'en'), [])
  t.same(await found('made the work', 'en'), [])
  t.same(await found('actor', 'en'), [], 'what stands for a name is no word')
  t.match((await audit('subjectKind=code_batch')).items, [{ action: 'codes.made', subject: 'For the fair' }])
})

t.test('actions on tenants, categories, contests and packages can be undone once, and redone', async (t) => {
  const [atelier, work] = [await tenant(), await makeReleasedWork(api.db, ann.user)]
  const activity = await makeActivity(api.db, 'submission')
  await sql`insert into activity_registrations values (${activity}, ${ann.user.id}, now())`.execute(api.db)
  const entry = await submitWork(api.db, { activityId: activity, workId: work, userId: ann.user.id })
  const file = await makeSentFile(api.db, api.storage, adm.user, 'toile.zip', Buffer.from('bytes'))
  const version = { name: 'Toile', platform: 'windows', version: '1.2', notes: '', needsCode: false, uploadId: file }
  const pack = await act('POST', 'packages', version)
  const other = await makeReleasedWork(api.db, ann.user)
  for (const [path, action, back] of [
    [['PUT', `tenants/${atelier}/members/${ann.user.id}`], 'tenant.member_added', 'tenant.member_removed'],
    [['PATCH', 'categories/tops', { hidden: true, reason: REASON }], 'category.hidden', 'category.shown'],
    [
      ['POST', `activity-works/${entry}/disqualify`, { reason: REASON }],
      'activity.disqualified',
      'activity.reinstated',
    ],
    [['PATCH', `packages/${pack}`, { withdrawn: true, reason: REASON }], 'package.withdrawn', 'package.published'],
    [['POST', 'works/hide', { ids: [other], reason: REASON }], 'work.hidden', 'work.unhidden'],
  ] as const) {
    await act(...(path as unknown as Parameters<typeof act>))
    const first = await latest(action)
    const raced = await Promise.all([undo(first.id), undo(first.id)])
    t.same(raced.map(({ status }) => status).sort(), [200, 409], action)
    const second = await latest(back)
    t.match(second, { undoes: first.id, reason: 'That was wrong', undoable: true }, back)
    t.equal((await undo(second.id)).status, 200, `${back} undone`)
    const third = await latest(action)
    t.match(third, { undoes: second.id }, `${action} again`)
    t.equal((await undo(first.id)).status, 409, 'something happened since')
    if (action === 'activity.disqualified') t.equal(third.reason, REASON, 'with the reason of before')
  }
  await act('PATCH', 'categories/suit', { hidden: true, reason: REASON })
  const suit = await latest('category.hidden')
  await act('PATCH', 'categories/skirt', { hidden: true, reason: REASON })
  t.equal((await undo(suit.id)).status, 200, 'another category is another thing')
})

t.test('a package whose version was published again meanwhile stays withdrawn', async (t) => {
  const file = () => makeSentFile(api.db, api.storage, adm.user, 'toile.zip', Buffer.from('bytes'))
  const version = { name: 'Draper', platform: 'windows', version: '3.0', notes: '', needsCode: false }
  const pack = await act('POST', 'packages', { ...version, uploadId: await file() })
  await act('PATCH', `packages/${pack}`, { withdrawn: true, reason: REASON })
  await act('POST', 'packages', { ...version, uploadId: await file() })
  const response = await undo((await audit(`action=package.withdrawn&subject=${pack}`)).items[0]!.id)
  t.equal(response.status, 409)
})

t.test('any action may carry a reason for the log, which is searchable; an unreadable one is refused', async (t) => {
  const rename = (why: string) =>
    adm.call('PATCH', '/backstage/categories/dress', {
      body: { names: { en: `Bags ${why.length}`, 'zh-CN': '包' } },
      headers: { 'toile-reason': why },
    })
  t.equal((await rename(encodeURIComponent('  两个名字: 50 % & more  '))).status, 200)
  t.match((await audit(`q=${encodeURIComponent('50 % & more')}`)).items, [
    { action: 'category.renamed', reason: '两个名字: 50 % & more' },
  ])
  for (const why of ['%E0%A4%A', 'a'.repeat(501)]) {
    const response = await rename(why)
    t.match(await response.json(), { statusCode: 422, code: 'INVALID_INPUT', fields: { reason: [/./] } }, why)
  }
  t.equal((await rename('a%00b')).status, 422, 'what Postgres keeps in no text')
  t.equal((await rename('%20')).status, 200)
  t.equal((await latest('category.renamed')).reason, '', 'nothing was said')
  t.equal((await adm.call('GET', '/backstage/categories', { headers: { 'toile-reason': '%E0' } })).status, 200)
})
