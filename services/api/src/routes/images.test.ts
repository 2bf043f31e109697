import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { MAX_IMAGE_BYTES, MAX_QUEUED_IMAGES } from '@toile/contracts/images/images.constants'
import { findImageJob } from '@toile/db/images/images'
import { failImage } from '@toile/db/images/images-transitions'
import { claimEvents } from '@toile/db/events'
import { makeReadyUpload } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
let ann: Person
t.before(async () => {
  api = await startTestApi()
  ann = await api.person()
})
t.teardown(() => api.close())

type Fields = Record<string, string | Blob>

function send(person: Person, fields: Fields): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'cover.jpg')
  return fetch(`${api.url}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  })
}
const file = (bytes: BlobPart = 'some bytes') => new Blob([bytes])
const filesOf = (person: Person) =>
  api.db
    .selectFrom('files')
    .select(['key', 'state', 'bytes', 'public'])
    .where('owner_id', '=', person.user.id)
    .orderBy('id')
    .execute()
interface Created {
  id: string
  status: string
}

await t.test('Q10 past the maximum of queued pictures, another one is refused and stores nothing', async (t) => {
  const una = await api.person()
  await sql`insert into images (id, owner_id, purpose, status, width, height)
    select gen_random_uuid(), ${una.user.id}, 'detail', 'pending', 0, 0 from generate_series(1, ${MAX_QUEUED_IMAGES})`.execute(
    api.db,
  )
  const response = await send(una, { purpose: 'avatar', file: file() })
  t.equal(response.status, 429)
  t.equal(response.headers.get('retry-after'), '10')
  t.match(await response.json(), { code: 'TOO_MANY_IN_LINE', message: /^50 of your files/ })
  t.same(await filesOf(una), [])
  await sql`delete from images where owner_id = ${una.user.id}`.execute(api.db)
})

await t.test('accepts a picture: its bytes unchanged, its row pending, its event written', async (t) => {
  const bytes = Buffer.alloc(3_000_000, 'not looked at here')
  const crop = { x: 1, y: 2, width: 30, height: 40, rotate: -1 }
  const response = await send(ann, { file: file(bytes), purpose: 'cover', crop: JSON.stringify(crop) })
  t.equal(response.status, 202)
  const { id, status } = (await response.json()) as Created
  t.equal(status, 'pending')
  const image = (await findImageJob(api.db, id))!
  t.match(image, { ownerId: ann.user.id, purpose: 'cover', status: 'pending', crop })
  t.ok((await buffer(await api.storage.get(image.originalKey!))).equals(bytes))
  t.match(await filesOf(ann), [{ state: 'stored', bytes: bytes.length, public: false }])
  const events = await claimEvents(api.db, { types: ['image.received'], limit: 10, seconds: 1 })
  t.match(events, [{ subject_id: id, attempt: 1 }])
  const shown = await ann.call('GET', `/images/${id}`)
  t.match(await shown.json(), { id, purpose: 'cover', status: 'pending', variants: [], blurhash: null, version: 1 })
})

await t.test("A02 only its owner can make a picture a work's cover", async (t) => {
  const bob = await api.person()
  const { id } = (await (await send(ann, { purpose: 'cover', file: file() })).json()) as Created
  const { coverId } = await makeReadyUpload(api.db, ann.user)
  const work = (await (await bob.call('POST', '/works', { body: {} })).json()) as Created
  for (const [person, wrong] of [
    [bob, coverId],
    [bob, newId()],
    [ann, id],
  ] as const) {
    const body = { coverId: wrong }
    t.match(await (await person.call('POST', '/works', { body })).json(), { fields: { coverId: [String] } })
    t.equal((await bob.call('PATCH', `/works/${work.id}`, { body: { coverId: wrong } })).status, 422)
  }
  t.equal((await ann.call('POST', '/works', { body: { coverId } })).status, 201, 'and one that is not ready is refused')
})

await t.test('U19 refuses invalid crop values and names the field', async (t) => {
  const right = { x: 0, y: 0, width: 100, height: 100 }
  const wrong: unknown[] = [
    ...[NaN, 1e9, -1, 1.5, '5', null].map((x) => ({ ...right, x })),
    ...[9, 0, 20_001, '100'].map((width) => ({ ...right, width })),
    ...[4, -4, 1.5, '1'].map((rotate) => ({ ...right, rotate })),
    { x: 0, y: 0, width: 100 },
    { ...right, scale: 2 },
    [1, 2],
    7,
  ]
  for (const crop of [...wrong.map((value) => JSON.stringify(value)), 'x=1', '{']) {
    const response = await send(ann, { purpose: 'cover', crop, file: file() })
    t.equal(response.status, 422, crop)
    t.match(await response.json(), { code: 'INVALID_INPUT', fields: { crop: [String] } })
  }
  t.equal((await send(ann, { purpose: 'cover', crop: JSON.stringify(right), file: file() })).status, 202)
})

await t.test('U01 refuses missing, unknown and too large parts, and stores nothing', async (t) => {
  const bob = await api.person()
  const refused: [Fields, number, object][] = [
    [{ purpose: 'cover' }, 422, { fields: { file: [String] } }],
    [{ purpose: 'cover', file: file('') }, 422, { fields: { file: [String] } }],
    [{ file: file() }, 422, { fields: { purpose: [String] } }],
    [{ purpose: 'passport', file: file() }, 422, { fields: { purpose: [String] } }],
    [{ purpose: 'cover', file: file(Buffer.alloc(MAX_IMAGE_BYTES + 1)) }, 413, { code: 'IMAGE_TOO_LARGE' }],
    [{ purpose: 'cover', file: file(Buffer.alloc(MAX_IMAGE_BYTES + 1e6)) }, 413, { code: 'IMAGE_TOO_LARGE' }],
  ]
  for (const [fields, status, body] of refused) {
    const response = await send(bob, fields)
    t.equal(response.status, status)
    t.match(await response.json(), body)
  }
  t.equal((await bob.call('POST', '/images', { body: { purpose: 'cover' } })).status, 415)
  const left = await filesOf(bob)
  t.same(new Set(left.map(({ state }) => state)), new Set(['deleted']), 'all of it is for the purge')
  const stored = await Promise.all(left.map(({ key }) => api.storage.stat(key)))
  t.notOk(
    stored.some((found) => found && found.bytes > 100),
    'nothing too large was ever whole',
  )
  t.equal(
    (await send(bob, { purpose: 'cover', file: file(Buffer.alloc(MAX_IMAGE_BYTES)) })).status,
    202,
    'the limit itself',
  )
})

await t.test('U01 refuses a malformed or incomplete form', async (t) => {
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nsome bytes'
  for (const [type, body] of [
    ['multipart/form-data', part],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', 'no form'],
    ['multipart/form-data; boundary=x', part],
    [`multipart/form-data; boundary=${'x'.repeat(300)}`, part],
  ] as const) {
    const headers = { authorization: `Bearer ${ann.token}`, 'content-type': type }
    const response = await fetch(`${api.url}/images`, { method: 'POST', headers, body })
    const { code } = (await response.json()) as { code: string }
    t.equal(code, 'INVALID_INPUT', `${type.slice(0, 40)}: ${body.slice(-10)}`)
  }
})

await t.test('U13 a broken connection leaves no picture and no bytes', async (t) => {
  const bob = await api.person()
  const half = request(`${api.url}/images`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bob.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 5_000_000,
    },
  })
  half.on('error', () => {})
  half.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
  half.write(Buffer.alloc(1_000_000))
  await until(async () => (await filesOf(bob)).length > 0)
  half.destroy()
  await until(async () => (await filesOf(bob))[0]!.state === 'deleted')
  t.equal(await api.storage.stat((await filesOf(bob))[0]!.key), null)
})

await t.test("U06 explains a picture's failure in the reader's language", async (t) => {
  const { id } = (await (await send(ann, { purpose: 'inline', file: file('<svg/>') })).json()) as Created
  await failImage(api.db, { id, attempt: 1 }, { code: 'NOT_AN_IMAGE', params: {} })
  for (const [language, words] of [
    ['en', /isn’t an image/],
    ['zh-CN', /图片/],
  ] as const) {
    const response = await ann.call('GET', `/images/${id}`, { headers: { 'accept-language': language } })
    t.match(await response.json(), { status: 'failed', failure: { code: 'NOT_AN_IMAGE', message: words } })
  }
})
