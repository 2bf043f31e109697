import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Device } from '@toile/contracts/software/devices'
import { newId } from '@toile/contracts/ids'
import type { InvitationPage } from '@toile/contracts/users/invitations'
import type { MarketAccess } from '@toile/contracts/market/market.constants'
import type { ResponseOf } from '@toile/contracts/route'
import { MAX_DEVICES, MAX_UNBINDS } from '@toile/contracts/software/software.constants'
import { storeFile } from '@toile/db/files/files'
import { insertMarketItem, showMarketItem } from '@toile/db/market/market-backstage'
import { findUpload } from '@toile/db/uploads/uploads'
import { finishUpload, moveUpload } from '@toile/db/uploads/uploads-transitions'
import { makeToken, makeUpload } from '@toile/testing/factories'
import { caller, json, startTestApi, type Person, type TestApi } from '../../test-api.js'
import type { Routes } from '@toile/contracts/routes'

let api: TestApi
let adm: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin' })
})
t.teardown(() => api.close())

interface Activated {
  device: Device
  deviceToken: string
  firstSignIn: boolean
}
const activate = (person: Person, deviceId: string, deviceName = 'Studio PC') =>
  person.call('POST', '/studio/activate', { body: { deviceId, deviceName } })
const activated = async (person: Person, deviceId: string) =>
  (await (await activate(person, deviceId)).json()) as Activated
const lease = (deviceToken: string) => caller(api.url)('POST', '/studio/lease', { body: { deviceToken } })
const devicesOf = async (person: Person) =>
  ((await (await person.call('GET', '/workspace/devices')).json()) as { items: Device[] }).items
const unbind = (person: Person, id: string) => person.call('DELETE', `/workspace/devices/${id}`)
const invitationsOf = async (person: Person) =>
  (await (await person.call('GET', '/me/invitations')).json()) as InvitationPage

async function sentFile(text: string, filename: string): Promise<string> {
  const bytes = Buffer.from(text)
  const id = await makeUpload(api.db, adm.user, bytes.length, 'file', filename)
  const upload = (await findUpload(api.db, id))!
  await api.storage.put(upload.originalKey, bytes, { contentType: 'application/zip' })
  await finishUpload(api.db, id)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await storeFile(api.db, upload.originalFileId, { bytes: bytes.length, sha256 })
  await moveUpload(api.db, { id, attempt: 1, to: 'finished' })
  return id
}
type DownloadsResponse = ResponseOf<Routes['listUnlocked']>
async function makeMarketItem(title: string, access: MarketAccess, upload_id: string, isShown = true): Promise<string> {
  const id = newId()
  await insertMarketItem(api.db, id, { title, access, upload_id, category: 'fabric', licence: 'For your garments.' })
  if (isShown) await showMarketItem(api.db, id, true)
  return id
}
const publish = (body: object) =>
  adm.call('POST', '/backstage/packages', { body: { name: 'Studio', platform: 'windows', version: '1.0', ...body } })

await t.test('K03 packages are downloaded by an expiring link, and restricted ones only with a code', async (t) => {
  const free = await publish({ uploadId: await sentFile('free', 'studio 试用.zip') })
  t.equal(free.status, 201)
  const { id: freeId } = (await free.json()) as { id: string }
  const full = await publish({ uploadId: await sentFile('full', 'studio.zip'), version: '2.0', needsCode: true })
  const { id: fullId } = (await full.json()) as { id: string }
  t.equal((await publish({ uploadId: await sentFile('again', 'x.zip') })).status, 422, 'a version is published once')
  t.equal((await publish({ uploadId: await makeUpload(api.db, adm.user), version: '3' })).status, 422)
  t.equal((await publish({ uploadId: fullId, version: '=3' })).status, 422)

  const ann = await api.person()
  const list = (await (await ann.call('GET', '/workspace/software')).json()) as { items: object[] }
  t.match(list.items, [
    { id: fullId, version: '2.0', needsCode: true, unlocked: false, bytes: 4, sha256: /^[0-9a-f]{64}$/ },
    { id: freeId, platform: 'windows', needsCode: false, unlocked: true },
  ])
  const { url } = (await (await ann.call('GET', `/workspace/software/${freeId}/download`)).json()) as { url: string }
  const file = await fetch(url)
  t.equal(await file.text(), 'free')
  t.match(file.headers.get('content-disposition'), /^attachment/)
  t.match(file.headers.get('content-security-policy'), /sandbox/)
  const expired = new URL(url)
  expired.searchParams.set('expires', String(Math.floor(Date.now() / 1_000) - 1))
  t.equal((await fetch(expired)).status, 404)
  const locked = await ann.call('GET', `/workspace/software/${fullId}/download`)
  t.equal(locked.status, 403)
  t.match(await locked.json(), { code: 'SOFTWARE_LOCKED' })
  const downloads = (query = '') =>
    json<DownloadsResponse>(ann.call('GET', `/workspace/software/redeemcode/download${query}`))
  const uploadId = await sentFile('silk', 'silk.sbsar')
  const itemId = await makeMarketItem('Silk twill', 'entitled', uploadId)
  await makeMarketItem('Linen for all', 'free', uploadId)
  await makeMarketItem('Not shown yet', 'entitled', uploadId, false)
  t.same(await downloads(), { items: [], marketItems: [], nextCursor: null })

  const made = await adm.call('POST', '/backstage/s-codes', { body: { days: 1, count: 1 } })
  const { codes } = (await made.json()) as { codes: { code: string }[] }
  await ann.call('POST', '/workspace/software/redeemcode', { body: { code: codes[0]!.code } })
  t.match(await downloads(), { items: [{ id: fullId, unlocked: true, url: /signature=/ }] })
  const { marketItems } = await downloads()
  t.match(marketItems, [{ id: itemId, title: 'Silk twill', filename: 'silk.sbsar', bytes: 4, publishedAt: String }])
  const newest = await downloads('?limit=1')
  t.match(newest, { items: [], marketItems: [{ id: itemId }], nextCursor: String })
  const next = await downloads(`?limit=1&cursor=${newest.nextCursor}`)
  t.match(next, { items: [{ id: fullId }], marketItems: [], nextCursor: null })
  const bob = await api.person()
  t.match(
    await (await bob.call('GET', '/workspace/software/redeemcode/download')).json(),
    { items: [], marketItems: [] },
    "ann's only",
  )

  const withdrawn = await adm.call('PATCH', `/backstage/packages/${fullId}`, { body: { withdrawn: true } })
  t.match(await withdrawn.json(), { withdrawnAt: String })
  t.equal((await ann.call('GET', `/workspace/software/${fullId}/download`)).status, 404)
  t.match(await downloads(), { items: [] })
  t.equal((await publish({ uploadId: await sentFile('fixed', 's.zip'), version: '2.0' })).status, 201)
  const back = await adm.call('PATCH', `/backstage/packages/${fullId}`, { body: { withdrawn: false } })
  t.equal(back.status, 409, 'its version was published anew')
  const backstage = (await (await adm.call('GET', '/backstage/packages')).json()) as { total: number }
  t.equal(backstage.total, 3)
})

await t.test('K06 a device is bound once, listed, and unbound at once', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const first = await activated(ann, 'pc-1')
  t.match(first, { device: { name: 'Studio PC' }, deviceToken: /^[\w-]{43}$/, firstSignIn: true })
  const second = await activated(ann, 'pc-1')
  t.match(second, { device: { id: first.device.id }, firstSignIn: false })
  t.equal((await lease(first.deviceToken)).status, 401, 'a new token ends the one before')
  t.match(await (await lease(second.deviceToken)).json(), { device: { id: first.device.id }, entitlement: null })
  const stored = await sql<{ text: string }>`select d::text as text from devices d`.execute(api.db)
  t.notMatch(stored.rows.map(({ text }) => text).join(), second.deviceToken)

  const elsewhere = await makeToken(api.db, ann.user)
  t.equal((await caller(api.url, elsewhere.token)('DELETE', `/workspace/devices/${first.device.id}`)).status, 204)
  t.equal((await lease(second.deviceToken)).status, 401)
  const signedOut = await api.db.selectFrom('sessions').select('id').where('user_id', '=', ann.user.id).execute()
  t.same(signedOut, [{ id: elsewhere.sid }], 'the session that it had signed in with is over')
  t.same(await devicesOf(bob), [])
  for (const deviceName of ['', '\u200b', '\n', 'x'.repeat(65)])
    t.equal((await activate(bob, 'pc-9', deviceName)).status, 422, JSON.stringify(deviceName))
  t.equal((await activate(bob, ' pc\n9')).status, 422)
})

await t.test('K06 races never bind more devices than allowed, nor unbind more', async (t) => {
  const ann = await api.person()
  const bound = await Promise.all(Array.from({ length: 20 }, (_, i) => activate(ann, `pc-${i}`)))
  t.equal(bound.filter(({ status }) => status === 200).length, MAX_DEVICES)
  const refused = bound.find(({ status }) => status !== 200)!
  t.equal(refused.status, 409)
  t.match(await refused.json(), { code: 'DEVICE_LIMIT', message: /3 devices/ })

  let most = 0
  let limited: Response | undefined
  const watch = async () => void (most = Math.max(most, (await devicesOf(ann)).length))
  for (let round = 0; round < 3; round++) {
    const devices = await devicesOf(ann)
    const calls = [
      ...devices.map(({ id }) => unbind(ann, id)),
      ...Array.from({ length: 5 }, (_, i) => activate(ann, `again-${round}-${i}`)),
    ]
    const responses = await Promise.all([...calls, ...Array.from({ length: 4 }, watch)])
    limited ??= responses.find((response): response is Response => response?.status === 429)
  }
  t.ok(most <= MAX_DEVICES, `${most} at the most`)
  t.ok(limited, 'the sixth within 30 days is refused')
  t.match(await limited!.json(), {
    code: 'UNBIND_LIMIT',
    message: /5 devices within 30 days.+on \w{3} \d{1,2}, \d{4}\./,
  })
  t.ok(Number(limited!.headers.get('retry-after')) > 29 * 86_400)
  const { rows } = await sql<{ own: number }>`select count(*) filter (where unbound_own)::int as own
    from devices where user_id = ${ann.user.id}`.execute(api.db)
  t.equal(rows[0]!.own, MAX_UNBINDS)

  const [device] = await devicesOf(ann)
  const endIt = () =>
    adm.call('DELETE', `/backstage/activations/${device!.id}`, { body: { reason: 'A lost computer' } })
  const ended = await endIt()
  t.match(await ended.json(), { user: { id: ann.user.id }, unboundAt: String }, 'administrators may always')
  t.equal((await endIt()).status, 409)
  const table = (await (await adm.call('GET', '/backstage/activations?bound=true')).json()) as { items: Device[] }
  t.notOk(table.items.some(({ id }) => id === device!.id))
  const bea = await api.person()
  await activate(bea, 'shared')
  const others = (await devicesOf(bea)).map(({ id }) => id)
  const bulk = { ids: [...others, device!.id], reason: 'Shared by a whole class' }
  const many = await adm.call('POST', '/backstage/activations/unbind', { body: bulk })
  t.match(await many.json(), { done: 1, skipped: [{ id: device!.id, code: 'STATE_CONFLICT' }] })
  const actions = await sql<object>`select reason, before, after from audit where subject_id = ${others[0]!}`.execute(
    api.db,
  )
  t.same(actions.rows, [{ reason: bulk.reason, before: { state: 'bound' }, after: { state: 'unbound' } }])
})

await t.test('K07 an invitation is bound at registration, counted once, and has no other effect', async (t) => {
  const ann = await api.person()
  const register = (body: object, as = caller(api.url)) =>
    as('POST', '/auth/register', {
      body: { password: 'correct horse 7', passwordConfirmation: 'correct horse 7', agree: true, ...body },
    })
  const code = ann.user.invite_code
  const una = await register({ username: 'una', email: 'una@example.test', inviteCode: ` ${code.toUpperCase()} ` })
  t.equal(una.status, 201)
  const { token, user } = (await una.json()) as { token: string; user: { id: string; invite_code: string } }
  t.match(user, { email_verified_at: null }, 'an invitation verifies nobody')
  await register({ username: 'vera', email: 'vera@example.test', refer: code })
  const before = await invitationsOf(ann)
  t.match(before, {
    code,
    url: `${api.config.publicUrl}/login/register?refer=${code}`,
    total: 2,
    activated: 0,
    items: [
      { serialNumber: 2, nickname: 'vera', activated: false, activatedAt: null },
      { serialNumber: 1, nickname: 'una', registeredAt: String },
    ],
  })

  const asUna = { user, token, call: caller(api.url, token) } as unknown as Person
  t.equal((await asUna.call('POST', '/works/00000000-0000-7000-8000-000000000000/publish')).status, 404)
  const logins = await Promise.all(Array.from({ length: 20 }, () => activated(asUna, 'pc')))
  t.equal(logins.filter(({ firstSignIn }) => firstSignIn).length, 1)
  const at = (await invitationsOf(ann)).items[1]!.activatedAt
  t.match(await invitationsOf(ann), { activated: 1, items: [{ activated: false }, { activated: true }] })
  const events = await api.db
    .selectFrom('events')
    .select('subject_id')
    .where('type', '=', 'invitation.activated')
    .execute()
  t.same(events, [{ subject_id: user.id }])
  const [device] = await devicesOf(asUna)
  await unbind(asUna, device!.id)
  await activate(asUna, 'pc')
  t.equal((await invitationsOf(ann)).items[1]!.activatedAt, at, 'the first time stays the first time')

  const self = await register({ username: 'ann2', email: 'ann2@example.test', inviteCode: code }, ann.call)
  t.equal(self.status, 201)
  t.equal((await invitationsOf(ann)).total, 2, 'nobody invites themselves')
  const circle = { inviteCode: user.invite_code, refer: user.invite_code, invited_by: user.id }
  for (const [method, path] of [
    ['PATCH', '/me/profile'],
    ['POST', '/auth/login'],
  ] as const)
    t.equal((await ann.call(method, path, { body: circle })).status, 422, path)
  t.equal((await invitationsOf(asUna)).total, 0, 'who invited is not invited by their guests')
  t.notMatch(JSON.stringify(before), /@|"id"/, 'no address, no id of those who came')
})
