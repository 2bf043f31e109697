import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { MyTenant, Tenant, TenantWithPeople } from '@toile/contracts/tenants/tenants'
import type { Work } from '@toile/contracts/works/works'
import { makeReadyUpload } from '@toile/testing/factories'
import { announce, caller, json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let adm: Person
t.before(async () => {
  api = await startTestApi({ renderEngines: ['preview'] })
  adm = await api.person({ group: 'admin' })
})
t.teardown(() => api.close())

const noted = ['action', 'actor_id', 'subject_id', 'params', 'reason', 'before', 'after'] as const
const code = async (response: Promise<Response>) => (await json<{ code: string }>(response)).code
const REASON = 'The contract has ended'
const backstage = (id: string, path = '') => `/backstage/tenants/${id}${path}`

async function tenantOf(people: Person[], over: object = {}): Promise<string> {
  const body = { name: 'Studio Nord', contact: 'mail@nord.test', storageBytes: 1_000, rendersPerMonth: 2, ...over }
  const { id } = await json<Tenant>(adm.call('POST', '/backstage/tenants', { body }))
  for (const { user } of people) {
    const { status } = await adm.call('PUT', backstage(id, `/members/${user.id}`))
    if (status !== 200) throw new Error(`${status} for a member`)
  }
  return id
}
const suspend = (id: string) => adm.call('POST', backstage(id, '/suspend'), { body: { reason: REASON } })
const shown = async ({ call }: Person) => (await json<{ tenant: MyTenant | null }>(call('GET', '/me/tenant'))).tenant

async function draft(person: Person, over: object = {}): Promise<Work> {
  const { uploadId, coverId } = await makeReadyUpload(api.db, person.user)
  const fields = {
    title: 'Linen dress',
    intro: 'For summer.',
    categories: ['dress'],
    tags: ['linen'],
    uploadId,
    coverId,
  }
  return json<Work>(person.call('POST', '/works', { body: { ...fields, ...over } }))
}
const render = ({ call }: Person, work: Work, over: object = {}) =>
  call('POST', '/renders', {
    body: { source: { workId: work.id }, type: 'still', engine: 'preview', width: 308, height: 410, ...over },
  })

await t.test('administrators create, change and delete tenants, and all of it is logged', async (t) => {
  const [ann, bob] = [await api.person({ name: 'ann-of-nord' }), await api.person()]
  const id = await tenantOf([ann])
  const found = await json<{ items: object[] }>(adm.call('GET', '/backstage/people?q=ANN-of-nord@'))
  t.match(found, { items: [{ id: ann.user.id, email: ann.user.email, tenant: { id, name: 'Studio Nord' } }] })
  t.equal(found.items.length, 1)
  t.equal((await adm.call('PUT', backstage(id, `/members/${ann.user.id}`))).status, 200, 'twice is once')
  const other = await tenantOf([bob], { name: 'Studio Süd' })
  t.equal(await code(adm.call('PUT', backstage(id, `/members/${bob.user.id}`))), 'IN_OTHER_TENANT')
  t.equal(await code(adm.call('DELETE', backstage(other), { body: { reason: REASON } })), 'TENANT_NOT_EMPTY')
  const member = backstage(other, `/members/${bob.user.id}`)
  t.equal(await code(adm.call('DELETE', member, { body: {} })), 'INVALID_INPUT', 'a removal wants a reason')
  t.equal((await adm.call('DELETE', member, { body: { reason: REASON } })).status, 200)
  t.equal((await adm.call('PUT', backstage(id, `/members/${bob.user.id}`))).status, 200, 'removed there, added here')
  t.equal((await adm.call('DELETE', backstage(other), { body: { reason: REASON } })).status, 204)
  t.equal((await adm.call('GET', backstage(other))).status, 404)
  const changed = adm.call('PATCH', backstage(id), {
    body: { name: ' Nord ', storageBytes: 5, contact: 'mail@nord.test' },
  })
  t.match(await json<TenantWithPeople>(changed), {
    name: 'Nord',
    members: 2,
    storage: { limitBytes: 5 },
    people: [{}, {}],
  })
  t.equal((await adm.call('PATCH', backstage(id), { body: { storageBytes: -1 } })).status, 422)
  for (const query of ['q=MAIL@nord', 'sort=storage', 'sort=members&order=desc', 'state=active'])
    t.match(await json(adm.call('GET', `/backstage/tenants?${query}`)), { items: [{ id }], total: 1 }, query)
  t.match(await json(adm.call('GET', '/backstage/tenants?state=suspended')), { total: 0 })
  const notes = await api.db
    .selectFrom('audit')
    .select(noted)
    .where('subject_kind', '=', 'tenant')
    .orderBy('id')
    .execute()
  const note = (action: string) => notes.find((one) => one.action === action)
  t.match(note('tenant.changed'), {
    subject_id: id,
    before: { name: 'Studio Nord', storage_bytes: 1_000 },
    after: { name: 'Nord', storage_bytes: 5 },
  })
  t.notOk('contact' in note('tenant.changed')!.after!, 'only what differs')
  t.match(note('tenant.member_removed'), { reason: REASON, params: { userId: bob.user.id } })
  t.match(note('tenant.deleted'), { reason: REASON, subject_id: other })
})

await t.test('members share the storage: of two concurrent uploads one gets the last free place', async (t) => {
  const [ann, bob, cleo] = [await api.person(), await api.person(), await api.person()]
  const id = await tenantOf([ann, bob])
  const statuses = (await Promise.all([ann, bob].map((one) => announce(one, 600)))).map(({ status }) => status)
  t.same(statuses.sort(), [201, 429])
  const full = await announce(ann, 401)
  t.match(await full.json(), { code: 'TENANT_STORAGE_FULL', message: /team’s shared storage is full/ })
  t.equal((await announce(cleo, 600)).status, 201, 'who is in no tenant has their own')
  t.equal((await announce(bob, 400)).status, 201, 'to the last byte')
  t.match(await shown(ann), { storage: { usedBytes: 1_000, limitBytes: 1_000 } })
  const chinese = await bob.call('POST', '/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '1', 'accept-language': 'zh-CN' },
  })
  t.match(await chinese.json(), { code: 'TENANT_STORAGE_FULL', message: /团队共享的存储空间已满/ })
  await adm.call('PATCH', backstage(id), { body: { storageBytes: 50 * 1024 ** 3 } })
  await sql`update files set bytes = ${21 * 1024 ** 3} where owner_id = ${bob.user.id}`.execute(api.db)
  t.equal((await announce(bob, 1)).status, 201, 'what is shared stands in for the own limit')
  await adm.call('DELETE', backstage(id, `/members/${bob.user.id}`), { body: { reason: REASON } })
  t.equal(await code(announce(bob, 1)), 'STORAGE_QUOTA', 'which holds again for who was taken out')
})

await t.test('members share the monthly renders; deleting a render gives nothing back', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  await tenantOf([ann, bob], { storageBytes: 10 ** 9 })
  const [hers, his] = [await draft(ann), await draft(bob)]
  const first = await json<{ id: string }>(render(ann, hers))
  t.equal((await render(bob, his)).status, 201)
  t.equal((await ann.call('DELETE', `/renders/${first.id}`)).status, 204)
  t.equal(await code(render(ann, hers, { width: 310 })), 'TENANT_RENDERS_USED')
  t.match(await shown(bob), { renders: { used: 2, limit: 2 } }, 'what was refused does not count')
  await sql`update tenants set renders_month = renders_month - interval '1 month'`.execute(api.db)
  t.match(await shown(bob), { renders: { used: 0, limit: 2 } })
  t.equal((await render(ann, hers, { width: 312 })).status, 201, 'the next month begins at nothing')
})

await t.test('members of a suspended tenant sign in and read, but cannot upload, render or publish', async (t) => {
  const ann = await api.person({ password: 'a good password' })
  const id = await tenantOf([ann], { storageBytes: 10 ** 9 })
  const [work, ready] = [await draft(ann), await draft(ann)]
  const queued = await json<{ id: string }>(render(ann, work))
  await ann.call('POST', `/renders/${queued.id}/cancel`)
  t.equal((await ann.call('POST', `/works/${work.id}/publish`)).status, 200)
  const fresh = await makeReadyUpload(api.db, ann.user)
  t.match(await json(suspend(id)), { suspendedReason: REASON, suspendedAt: String })
  t.equal(await code(suspend(id)), 'STATE_CONFLICT')
  const refused: [string, Promise<Response>][] = [
    ['upload', announce(ann, 4)],
    ['render', render(ann, work, { width: 314 })],
    ['render again', ann.call('POST', `/renders/${queued.id}/retry`)],
    ['publish', ann.call('POST', `/works/${ready.id}/publish`)],
    ['a new version', ann.call('POST', `/works/${work.id}/versions`, { body: { uploadId: fresh.uploadId } })],
    ['change what is published', ann.call('PATCH', `/works/${work.id}`, { body: { intro: 'For winter.' } })],
  ]
  for (const [what, response] of refused) {
    t.match(await json(response), { code: 'TENANT_SUSPENDED', message: new RegExp(REASON) }, what)
  }
  const form = new FormData()
  form.set('purpose', 'cover')
  form.set('file', new Blob([Buffer.alloc(8)]), 'x.png')
  const picture = await fetch(`${api.url}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}` },
    body: form,
  })
  t.equal(await code(Promise.resolve(picture)), 'TENANT_SUSPENDED', 'picture')
  const signIn = { login: ann.user.username, password: 'a good password' }
  t.equal((await caller(api.url)('POST', '/auth/login', { body: signIn })).status, 200)
  for (const path of [`/works/${work.id}`, `/works/${ready.id}`, '/me/works', '/uploads', '/renders'])
    t.equal((await ann.call('GET', path)).status, 200, path)
  t.equal((await ann.call('PATCH', `/works/${ready.id}`, { body: { intro: 'Later.' } })).status, 200, 'drafts go on')
  t.equal((await ann.call('POST', `/works/${work.id}/unpublish`)).status, 200)
  t.match(await shown(ann), { suspendedReason: REASON })
  t.match(await json(adm.call('GET', '/backstage/tenants?state=suspended')), { items: [{ id }], total: 1 })
  t.equal((await adm.call('POST', backstage(id, '/resume'), { body: {} })).status, 200)
  const resumed = await api.db
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', id)
    .where('action', '=', 'tenant.resumed')
    .executeTakeFirstOrThrow()
  const undo = await adm.call('POST', `/backstage/audit/${resumed.id}/undo`, { body: { reason: 'Too early' } })
  t.equal(undo.status, 200)
  t.match(await shown(ann), { suspendedReason: REASON }, 'suspended again, for the reason of before')
  t.equal((await adm.call('POST', backstage(id, '/resume'), { body: {} })).status, 200)
  t.equal((await ann.call('POST', `/works/${ready.id}/publish`)).status, 200)
  const notes = await api.db.selectFrom('audit').select(noted).where('subject_id', '=', id).orderBy('id').execute()
  t.match(
    notes.find(({ action }) => action === 'tenant.suspended'),
    { reason: REASON, actor_id: adm.user.id },
  )
  t.match(
    notes.find(({ action }) => action === 'tenant.resumed'),
    { before: { suspended: REASON } },
  )
})

await t.test(
  'A07 of two tenants with equal names neither reveals, takes or affects anything of the other',
  async (t) => {
    const [one, two] = [await api.person(), await api.person()]
    const [mine, theirs] = [await tenantOf([one]), await tenantOf([two])]
    const stranger = await api.person()
    for (const person of [one, two])
      await draft(person, { title: 'The same coat', uploadId: undefined, coverId: undefined })
    await sql`update files set bytes = 0 where owner_id in (${one.user.id}, ${two.user.id})`.execute(api.db)
    const works = await sql<{
      id: string
      owner_id: string
    }>`select id, owner_id from works where title = 'The same coat'`.execute(api.db)
    await sql`update works set state = 'released', released_at = now() where title = 'The same coat'`.execute(api.db)
    t.equal((await announce(one, 900, { filename: 'coat.glb' })).status, 201)
    t.equal(
      (await announce(two, 901, { filename: 'coat.glb' })).status,
      201,
      'what one takes leaves the other all of theirs',
    )
    t.match(await shown(one), { members: [{ id: one.user.id }], storage: { usedBytes: 900 } })
    t.match(await shown(two), { members: [{ id: two.user.id }], storage: { usedBytes: 901 } })
    t.equal((await shown(one))!.members.length, 1)
    t.equal(await shown(stranger), null)
    await suspend(theirs)
    t.equal(await code(announce(two, 1)), 'TENANT_SUSPENDED')
    t.equal((await announce(one, 1)).status, 201)
    t.equal((await shown(one))!.suspendedReason, null)
    for (const { id } of works.rows)
      for (const call of [one.call, two.call, stranger.call, caller(api.url)]) {
        const response = await call('GET', `/works/${id}`)
        t.equal(response.status, 200, 'published works are visible to members of any tenant')
        t.notMatch(await response.text(), /tenant|Studio Nord/i)
      }
    for (const path of [`/users/${two.user.id}`, '/users', '/works', '/auth/me'])
      t.notMatch(await (await one.call('GET', path)).text(), /tenant|Studio Nord/i, path)
    t.match(await json(adm.call('GET', backstage(mine))), {
      people: [{ id: one.user.id }],
      storage: { usedBytes: 901 },
    })
  },
)
