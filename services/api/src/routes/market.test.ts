import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { MarketCard, MarketItem } from '@toile/contracts/market/market'
import { MAX_DOWNLOADS_AT_ONCE } from '@toile/contracts/market/market.constants'
import { redeemCode } from '@toile/db/software/codes'
import { insertBatch } from '@toile/db/software/codes-backstage'
import { createDownloadLinks } from '@toile/runtime/download-links'
import { makeSentFile } from '@toile/testing/courses'
import { makeImage, makeReadyUpload } from '@toile/testing/factories'
import { zipOf } from '@toile/testing/files/zips'
import { caller, json, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
let admin: Person
let visitor: Person['call']
const logged: string[] = []
t.before(async () => {
  api = await startTestApi({}, { logTo: (line) => void logged.push(line) })
  admin = await api.person({ group: 'admin' })
  visitor = caller(api.url)
})
t.teardown(() => api.close())

const status = async (response: Promise<Response>) => (await response).status
const BYTES = Buffer.alloc(3_000_000, 'toile')

async function publish(over: object = {}, bytes = BYTES): Promise<MarketItem> {
  const uploadId = await makeSentFile(api.db, api.storage, admin.user, 'Linen 8 oz.sbsar', bytes)
  const body = {
    title: 'Linen, 8 oz',
    intro: 'Washed linen with a dry hand.',
    category: 'fabric',
    licence: 'Free for your own and for clients’ garments.',
    imageIds: [await makeImage(api.db, admin.user, 'cover')],
    uploadId,
    contents: { formats: ['SBSAR'], texturesPx: [2048, 4096] },
    ...over,
  }
  const { id } = await json<MarketItem>(admin.call('POST', '/backstage/market-items', { body }))
  return json<MarketItem>(admin.call('POST', `/backstage/market-items/${id}/publish`))
}
const download = async (person: Person, id: string) =>
  json<{ url: string; expiresAt: string; bytes: number; filename: string }>(
    person.call('POST', `/market/items/${id}/download`),
  )

await t.test('an item is published complete, listed, found, counted once per user, and withdrawn', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const draft = await json<MarketItem>(admin.call('POST', '/backstage/market-items', { body: {} }))
  const refused = await json<{ fields: object }>(admin.call('POST', `/backstage/market-items/${draft.id}/publish`))
  t.same(Object.keys(refused.fields).sort(), ['imageIds', 'licence', 'title', 'uploadId'])
  t.equal(await status(admin.call('DELETE', `/backstage/market-items/${draft.id}`)), 204)

  const item = await publish()
  const shown = await json<MarketItem>(visitor('GET', `/market/items/${item.id}`))
  t.match(shown, {
    category: 'fabric',
    contents: { formats: ['SBSAR'], triangles: null, texturesPx: [4096, 2048] },
    bytes: BYTES.length,
    filename: 'Linen 8 oz.sbsar',
    allowed: false,
  })
  t.notMatch(shown.cover!.variants[0]!.url, /signature/, 'its pictures are public')
  for (const query of ['q=linen', 'q=sbsar', 'category=fabric', 'access=free'])
    t.match((await json<{ items: MarketCard[] }>(visitor('GET', `/market/items?${query}`))).items, [{ id: item.id }])
  for (const query of ['q=organza', 'category=garment', 'access=entitled'])
    t.match((await json<{ items: MarketCard[] }>(visitor('GET', `/market/items?${query}`))).items, [], query)

  for (const person of [ann, ann, bob]) await download(person, item.id)
  t.match(await json(visitor('GET', `/market/items/${item.id}`)), { downloads: 2 })
  const { url } = await download(ann, item.id)
  t.same(Buffer.from(await (await fetch(url)).arrayBuffer()), BYTES)

  t.equal(await status(admin.call('DELETE', `/backstage/market-items/${item.id}`)), 409)
  const hidden = await json<MarketItem>(admin.call('POST', `/backstage/market-items/${item.id}/withdraw`))
  t.match(hidden.cover!.variants[0]!.url, /signature/, 'private again')
  t.equal(await status(ann.call('POST', `/market/items/${item.id}/download`)), 404)
})

await t.test('a published item stays complete', async (t) => {
  const { id } = await publish()
  const path = `/backstage/market-items/${id}`
  const change = (body: object) => json<MarketItem>(admin.call('PATCH', path, { body }))
  const incomplete = { title: 'Li', licence: ' ', imageIds: [], contents: { formats: [] } }
  for (const [field, value] of Object.entries(incomplete))
    t.match(await change({ [field]: value }), { statusCode: 422, fields: { [field]: [String] } }, field)
  t.match(await json(visitor('GET', `/market/items/${id}`)), { title: 'Linen, 8 oz', contents: { formats: ['SBSAR'] } })
  t.match(await change({ title: 'Linen, 9 oz' }), { title: 'Linen, 9 oz' })
  await admin.call('POST', `${path}/withdraw`)
  t.match(await change({ imageIds: [] }), { cover: null }, 'a draft may lack anything')
  t.equal(await status(admin.call('POST', `${path}/publish`)), 422)
})

await t.test("a file's contents are measured or checked, never trusted", async (t) => {
  const put = (body: object) => admin.call('POST', '/backstage/market-items', { body })
  const model = await makeReadyUpload(api.db, admin.user)
  const lie = { formats: ['FBX'], triangles: 99_000_000 }
  t.match(await json(put({ uploadId: model.uploadId, contents: lie })), {
    contents: { formats: ['GLB'], triangles: 12, texturesPx: [] },
  })
  const archive = await zipOf({ 'denim/albedo.png': Buffer.from('x'), 'denim/cloth.sbsar': Buffer.from('y') })
  const zip = await makeSentFile(api.db, api.storage, admin.user, 'denim.zip', archive)
  t.match(await json(put({ uploadId: zip, contents: { formats: ['PNG', 'SBSAR'] } })), {
    contents: { formats: ['PNG', 'SBSAR'] },
  })
  t.match(await json(put({ uploadId: zip, contents: { formats: ['PNG', 'FBX'] } })), { fields: { contents: [/FBX/] } })
  const fake = await makeSentFile(api.db, api.storage, admin.user, 'fake.zip', Buffer.alloc(100))
  t.match(await json(put({ uploadId: fake, contents: { formats: ['PNG'] } })), { fields: { uploadId: [String] } })
  const ann = await api.person()
  const { uploadId } = await makeReadyUpload(api.db, ann.user)
  t.match(await json(put({ uploadId })), { fields: { uploadId: [String] } }, 'refuses a file of another user')
})

await t.test("C02 pictures of an item, also within its text, must be the writer's own", async (t) => {
  const other = await api.person({ group: 'admin' })
  const { id } = await publish()
  const path = `/backstage/market-items/${id}`
  const change = (person: Person, body: object) => json<MarketItem>(person.call('PATCH', path, { body }))
  const text = (image: string) => ({ description: `<p onclick="x()">Hand:</p><img data-image-id="${image}">` })
  const others = await makeImage(api.db, other.user, 'inline')
  t.match(await change(admin, text(others)), { fields: { description: [String] } })
  t.match(await change(admin, { imageIds: [others] }), { fields: { imageIds: [String] } })
  const own = await makeImage(api.db, admin.user, 'inline')
  const { description } = await change(admin, text(own))
  t.match(description, new RegExp(`^<p>Hand:</p><img data-image-id="${own}" src="`))
  t.notMatch(description, /signature/, 'public as the item is')
  t.match(await change(admin, { clear: ['description'] }), { description: '' })
})

await t.test('M01 a link is for one item, one user and five minutes', async (t) => {
  const ann = await api.person()
  const [item, other] = [await publish(), await publish()]
  const { url, expiresAt } = await download(ann, item.id)
  const seconds = (Date.parse(expiresAt) - Date.now()) / 1_000
  t.ok(seconds > 290 && seconds <= 300, `${seconds} s`)
  // The client address may change: people use proxies and download programs.
  t.equal(await status(fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9' } })), 200)
  const tampered = (change: (link: URL) => void) => {
    const link = new URL(url)
    change(link)
    return status(fetch(link))
  }
  const later = `${Number(new URL(url).searchParams.get('expires')) + 60}`
  t.equal(await tampered((link) => (link.pathname = `/market/files/${other.id}`)), 403)
  t.equal(await tampered((link) => link.searchParams.set('expires', later)), 403)
  t.equal(await tampered((link) => link.searchParams.set('user', newId())), 403)
  t.equal(await tampered((link) => link.searchParams.set('signature', 'A'.repeat(43))), 403)
  t.equal(await tampered((link) => link.searchParams.delete('signature')), 403)
  const links = createDownloadLinks(api.config)
  const signed = (grant: { thing: string; expires: number }) => {
    const signature = links.sign({ ...grant, id: item.id, userId: ann.user.id })
    const query = new URLSearchParams({ user: ann.user.id, expires: `${grant.expires}`, signature })
    return status(fetch(`${api.url}/market/files/${item.id}?${query}`))
  }
  const now = Math.floor(Date.now() / 1_000)
  t.equal(await signed({ thing: 'market', expires: now + 10 }), 200)
  t.equal(await signed({ thing: 'market', expires: now - 1 }), 403, 'over')
  t.equal(await signed({ thing: 'package', expires: now + 10 }), 403, 'a link to something else of that id')
  await admin.call('POST', `/backstage/market-items/${item.id}/withdraw`)
  t.equal(await status(fetch(url)), 404, 'a removed item')
})

await t.test('M01 each issued link is one log line, which does not contain it', async (t) => {
  const ann = await api.person()
  const item = await publish()
  const links = [await download(ann, item.id), await download(ann, item.id)]
  await ann.call('POST', `/market/items/${newId()}/download`)
  const lines = logged.filter((line) => line.includes(ann.user.id))
  t.match(
    lines.map((line) => JSON.parse(line) as object),
    links.map(({ url }) => ({ itemId: item.id, expires: Number(new URL(url).searchParams.get('expires')) })),
  )
  for (const { url } of links) t.notMatch(logged.join(), new URL(url).searchParams.get('signature')!)
})

await t.test('M01 an item for users with remaining days is refused to others, checked per link', async (t) => {
  const ann = await api.person()
  const item = await publish({ access: 'entitled' })
  t.match(await json(ann.call('GET', `/market/items/${item.id}`)), { allowed: false })
  t.match(await json(ann.call('POST', `/market/items/${item.id}/download`)), { code: 'ENTITLEMENT_NEEDED' })
  t.match(await json(visitor('GET', `/market/items/${item.id}`)), { downloads: 0 })
  const hash = randomBytes(32)
  await insertBatch(api.db, { days: 30, note: '', createdBy: admin.user.id, codes: [{ hash, hint: 'ABCD' }] })
  await redeemCode(api.db, ann.user.id, { hash })
  t.match(await json(ann.call('GET', `/market/items/${item.id}`)), { allowed: true })
  t.equal(await status(fetch((await download(ann, item.id)).url)), 200)
  await api.db
    .updateTable('entitlements')
    .set({ starts_at: new Date(0), ends_at: new Date(1) })
    .execute()
  t.equal(await status(ann.call('POST', `/market/items/${item.id}/download`)), 403, 'its days are over')
})

await t.test('M02 a path in a name leads nowhere, on every route that serves files', async (t) => {
  const ann = await api.person()
  const item = await publish()
  const { search } = new URL((await download(ann, item.id)).url)
  const names = ['..%2f..%2fetc%2fpasswd', '..%5c..%5cx', '%252e%252e%252fx', 'x%00.glb', '..%c0%afx']
  for (const name of names)
    for (const path of [`/files/${name}`, `/files/${name}/x`, `/files/${item.id}/${name}`, `/market/files/${name}`])
      for (const query of ['', path.startsWith('/market') ? search : '?expires=4102444800&signature=A']) {
        const response = await visitor('GET', path + query)
        t.equal(response.status, 404, path)
        t.match(response.headers.get('content-type'), /json/)
      }
})

await t.test('M03 allows one range at a time, and a maximum of downloads per user', async (t) => {
  const ann = await api.person()
  const item = await publish()
  const { url } = await download(ann, item.id)
  const range = async (value: string) => {
    const response = await fetch(url, { headers: { range: value } })
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
  }
  t.same(await range('bytes=0-9'), { status: 206, bytes: 10 })
  const thousand = Array.from({ length: 1_000 }, (_, i) => `${i}-${i + 1}`).join(',')
  t.same(await range(`bytes=${thousand}`), { status: 200, bytes: BYTES.length }, 'the whole, once')
  t.equal((await range(`bytes=${BYTES.length}-`)).status, 416)
  t.equal((await range('bytes=5-2')).status, 200, 'an invalid range is ignored')

  // These clients read only the first bytes of the response. Its body exceeds the buffers of both ends (10 MB here).
  const large = await publish({}, Buffer.alloc(24_000_000, 'toile'))
  const slowUrl = (await download(ann, large.id)).url
  const slow = await Promise.all(Array.from({ length: 50 }, () => askAndWait(slowUrl)))
  const responses = slow.map(({ head }) => Number(head.slice(9, 12)))
  t.equal(responses.filter((one) => one === 200).length, MAX_DOWNLOADS_AT_ONCE)
  t.equal(responses.filter((one) => one === 429).length, 50 - MAX_DOWNLOADS_AT_ONCE)
  const bob = await api.person()
  t.equal(await status(visitor('GET', '/market/items')), 200)
  t.equal((await (await fetch((await download(bob, item.id)).url)).arrayBuffer()).byteLength, BYTES.length)
  for (const { socket } of slow) socket.destroy()
  await untilAllowed(slowUrl)
})

async function askAndWait(url: string) {
  const { host, hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, head: head.toString('latin1') }
}

async function untilAllowed(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url, { headers: { range: 'bytes=0-0' } })
    await response.arrayBuffer()
    if (response.status === 206) return
  }
}
