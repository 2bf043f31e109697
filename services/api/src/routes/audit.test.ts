import { sql } from 'kysely'
import t from 'tap'
import type { AuditEntry } from '@toile/contracts/audit'
import { newId } from '@toile/contracts/ids'
import { makeReleasedWork } from '@toile/testing/activities'
import { json, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
let adm: Person
let ann: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin', name: 'the-operator' })
  ann = await api.person({ name: 'ann' })
})
t.teardown(() => api.close())

const reason = 'As agreed'
type List = { items: AuditEntry[]; total: number }
const audit = (query: string, language = 'en') =>
  json<List>(adm.call('GET', `/backstage/audit?${query}`, { headers: { 'accept-language': language } }))
const latest = async (action: string) => (await audit(`action=${action}&pageSize=1`)).items[0]!
/** Does something in the back office; answers with the id of what was made. */
async function act(method: string, path: string, body: object = {}): Promise<string> {
  const answer = await adm.call(method, `/backstage/${path}`, { body })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const text = await answer.text()
  return text ? ((JSON.parse(text) as { id?: string }).id ?? '') : ''
}
const undo = (id: string) => adm.call('POST', `/backstage/audit/${id}/undo`, { body: { reason: 'That was wrong' } })
const tenant = () => act('POST', 'tenants', { name: 'Atelier', storageBytes: 1_000_000, rendersPerMonth: 2 })

t.test('a deed that changed something says how it was and how it is', async (t) => {
  await act('POST', 's-codes', { days: 30, count: 2, note: 'For the fair' })
  await act('PATCH', 'categories/dress', { hidden: true, reason })
  await act('PATCH', 'categories/dress', { hidden: false, reason })
  const id = await tenant()
  await act('POST', `tenants/${id}/suspend`, { reason })
  await act('POST', `tenants/${id}/resume`)
  await act('PUT', `tenants/${id}/members/${ann.user.id}`)
  await act('DELETE', `tenants/${id}/members/${ann.user.id}`, { reason })
  for (const [action, before, after] of [
    ['codes.made', {}, { days: 30, count: 2, note: 'For the fair' }],
    ['category.hidden', { hidden: 'no' }, { hidden: 'yes' }],
    ['category.shown', { hidden: 'yes' }, { hidden: 'no' }],
    ['tenant.suspended', { suspended: '' }, { suspended: reason }],
    ['tenant.resumed', { suspended: reason }, { suspended: '' }],
    ['tenant.member_added', { member: '' }, { member: 'ann' }],
    ['tenant.member_removed', { member: 'ann' }, { member: '' }],
  ] as const)
    t.match(await latest(action), { before, after }, action)
})

t.test('of a profile that was emptied the log keeps what stood there', async (t) => {
  await sql`update users set description = '<p>Buy my book</p>', company = 'Spam' where id = ${ann.user.id}`.execute(
    api.db,
  )
  await (await api.person()).call('POST', '/reports', { body: { kind: 'user', id: ann.user.id, reason: 'Adverts' } })
  const { items } = await json<List>(adm.call('GET', '/backstage/reports?kind=user'))
  await act('POST', `reports/${items[0]!.id}/decision`, { decision: 'clear', reason })
  const { before, after } = await latest('user.cleared')
  t.match(before, { company: 'Spam', description: '<p>Buy my book</p>' })
  t.match(after, { company: '', description: '' })
})

t.test('a course or an item that an undo shows or takes back says so, too', async (t) => {
  const id = newId()
  await sql`insert into courses (id, title, published_at) values (${id}, 'Sewing', now())`.execute(api.db)
  await act('POST', `courses/${id}/withdraw`, { reason })
  t.equal((await undo((await latest('course.withdrawn')).id)).status, 200)
  const undone = { before: { published: 'false' }, after: { published: 'true' }, params: { title: 'Sewing' } }
  t.match(await latest('course.published'), undone)
})

t.test('words of the sentence find it, in the language of who asks', async (t) => {
  const work = await makeReleasedWork(api.db, ann.user, 'Coat')
  await act('POST', 'works/hide', { ids: [work], reason })
  const found = async (words: string, language: string) =>
    (await audit(`q=${encodeURIComponent(words)}&subject=${work}`, language)).items.map(({ action }) => action)
  t.same(await found('hid the WORK', 'en'), ['work.hidden'])
  t.same(await found('隐藏了作品', 'zh-CN'), ['work.hidden'])
  t.same(await found('隐藏了作品', 'en'), [])
  t.same(await found('showed the work', 'en'), [])
  t.same(await found('actor', 'en'), [], 'what stands for a name is no word')
  t.match((await audit('subjectKind=code_batch')).items, [{ action: 'codes.made', subject: 'For the fair' }])
})
