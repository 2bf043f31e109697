// Checks tus 1.0 (https://tus.io/protocols/resumable-upload). Most assertions are named after a rule of that document.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Test } from '@tapjs/test'
import { Upload, type UploadOptions } from 'tus-js-client'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { takeUploadLock } from '@toile/db/uploads/upload-locks'
import { findUpload } from '@toile/db/uploads/uploads'
import { until } from '@toile/testing/until'
import { startS3Server } from '@toile/storage/s3-server.test-support'
import { MAX_UPLOAD_BYTES } from '@toile/contracts/uploads/uploads.constants'
import { announce, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

type Headers = Record<string, string | undefined>
const PIECE = 'application/offset+octet-stream'
const MB = 1024 ** 2

const callAs =
  (person: Person, url: string) =>
  (method: string, at: string, headers: Headers = {}, body?: BodyInit, signal?: AbortSignal): Promise<Response> =>
    fetch(url + at, {
      method,
      signal,
      headers: Object.fromEntries(
        Object.entries({ authorization: `Bearer ${person.token}`, 'tus-resumable': '1.0.0', ...headers }).filter(
          (pair): pair is [string, string] => pair[1] !== undefined,
        ),
      ),
      ...(body !== undefined && { body, duplex: 'half' }),
    } as RequestInit)

async function prepare(of = api) {
  const ann = await of.person()
  const call = callAs(ann, of.url)
  const made = async (size: number) => (await announce(ann, size)).headers.get('location')!
  const append = (at: string, offset: number, body: BodyInit, headers: Headers = {}, signal?: AbortSignal) =>
    call('PATCH', at, { 'upload-offset': String(offset), 'content-type': PIECE, ...headers }, body, signal)
  const offsetOf = async (at: string) => (await call('HEAD', at)).headers.get('upload-offset')
  return { ann, call, made, append, offsetOf }
}

async function expectRefusal(t: Test, response: Response, status: number, code: string, rule: string) {
  const text = await response.text()
  t.equal(response.status, status, rule)
  t.match(response.headers.get('content-type'), /^application\/json/, rule)
  t.match(JSON.parse(text), { statusCode: status, code, message: /\S/ }, rule)
  t.equal(response.headers.get('tus-resumable'), '1.0.0', 'Tus-Resumable MUST be included in every response')
}

await t.test(
  'X06 of the connections that wait for one upload only the newest waits, the others are refused',
  async (t) => {
    const { made, append } = await prepare()
    const at = await made(4)
    const id = at.split('/').at(-1)!
    await takeUploadLock(api.db, id, newId(), 60)
    const statuses: number[] = []
    const waiting = Array.from({ length: 6 }, async () => statuses.push((await append(at, 0, 'dres')).status))
    await until(() => statuses.length === 5)
    t.same(statuses, [503, 503, 503, 503, 503])
    await sql`delete from upload_locks`.execute(api.db)
    await Promise.all(waiting)
    t.equal(statuses.at(-1), 204)
  },
)

await t.test('tus, core: HEAD, PATCH, OPTIONS and their headers', async (t) => {
  const { call, made, append, offsetOf } = await prepare()
  const at = await made(10)

  const head = await call('HEAD', at)
  t.match(
    [head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')],
    [200, '0', '10'],
    'HEAD MUST always include Upload-Offset, even if it is 0, and Upload-Length if it is known',
  )
  t.match(head.headers.get('cache-control'), /no-store/, 'HEAD MUST NOT be cached')
  t.match(head.headers.get('upload-metadata'), /^filename ZHJlc3MuZ2xi,/, 'HEAD MUST give the metadata as it was sent')
  const gone = await call('HEAD', `${at.slice(0, -4)}ffff`)
  t.match([gone.status, gone.headers.get('upload-offset')], [404, null], 'not found, without Upload-Offset')
  t.equal(gone.headers.get('tus-resumable'), '1.0.0')

  const piece = await append(at, 0, '01234')
  t.match([piece.status, piece.headers.get('upload-offset')], [204, '5'], 'PATCH: 204 and the new Upload-Offset')
  await expectRefusal(t, await append(at, 4, 'xx'), 409, 'OFFSET_CONFLICT', 'offsets differ: 409')
  t.equal(await offsetOf(at), '5', 'without modifying the upload')
  for (const type of ['application/json', 'application/octet-stream', 'text/plain', undefined]) {
    const wrong = await append(at, 5, Buffer.from('{}'), { 'content-type': type })
    await expectRefusal(t, wrong, 415, 'UNSUPPORTED_MEDIA_TYPE', `PATCH of ${type}: 415`)
  }
  for (const offset of ['-1', '1.5', 'x', '', undefined]) {
    const wrong = await append(at, 0, 'x', { 'upload-offset': offset })
    await expectRefusal(t, wrong, 422, 'INVALID_INPUT', `Upload-Offset MUST be a non-negative integer: ${offset}`)
  }
  await expectRefusal(t, await append(at, 5, '567890'), 413, 'MORE_THAN_ANNOUNCED', 'longer than the rest')
  const endless = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1))) as unknown as BodyInit
  const tooMany = await append(at, 5, endless)
  await expectRefusal(t, tooMany, 413, 'MORE_THAN_ANNOUNCED', 'longer by its bytes')

  for (const version of ['0.2.2', '1.0', '', undefined])
    for (const [method, where] of [
      ['POST', '/uploads'],
      ['HEAD', at],
      ['PATCH', at],
      ['DELETE', at],
    ] as const) {
      const wrong = await call(method, where, { 'tus-resumable': version, 'upload-length': '1' })
      const rule = `${method} in version ${version}: 412 and Tus-Version, and not processed`
      if (method === 'HEAD') t.equal(wrong.status, 412, rule)
      else await expectRefusal(t, wrong, 412, 'TUS_VERSION_UNSUPPORTED', rule)
      t.equal(wrong.headers.get('tus-version'), '1.0.0', rule)
    }
  t.equal((await call('HEAD', at)).status, 200, 'nothing was removed')

  const options = await fetch(`${api.url}/uploads`, { method: 'OPTIONS' })
  t.equal(options.status, 204, 'OPTIONS MUST be 204 or 200, also without Tus-Resumable')
  t.match(Object.fromEntries(options.headers), {
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
    'tus-max-size': String(MAX_UPLOAD_BYTES),
    'tus-checksum-algorithm': 'sha1,sha256',
  })
})

await t.test('tus, core: X-HTTP-Method-Override sets the method, only at uploads', async (t) => {
  const { ann, call, made, offsetOf } = await prepare()
  const at = await made(10)
  const override = (method: string, headers: Headers = {}, body?: BodyInit) =>
    call('POST', at, { 'x-http-method-override': method, ...headers }, body)
  const piece = await override('PATCH', { 'upload-offset': '0', 'content-type': PIECE }, '01234')
  t.match([piece.status, piece.headers.get('upload-offset')], [204, '5'])
  t.equal((await override('HEAD')).headers.get('upload-offset'), '5')
  t.equal(await offsetOf(at), '5')
  const prefixed = await call('POST', `/api${at}`, { 'x-http-method-override': 'DELETE' })
  t.equal(prefixed.status, 204)
  t.equal((await call('HEAD', at)).status, 404)
  const elsewhere = await call('GET', '/auth/me', { 'x-http-method-override': 'DELETE' })
  t.match(await elsewhere.json(), { id: ann.user.id })
})

await t.test('tus, creation: announces abilities, and refuses others by name', async (t) => {
  const { ann, call } = await prepare()
  const create = (headers: Headers, body?: BodyInit) =>
    call('POST', '/uploads', { 'upload-length': '4', ...headers }, body)
  const created = await create({ 'content-type': 'application/json' })
  t.equal(created.status, 201, 'a type of no body is nothing')
  t.match(created.headers.get('location'), /^\/uploads\//, 'Location MUST be there')
  for (const header of ['upload-concat', 'upload-defer-length']) {
    const refused = await create({ [header]: header === 'upload-concat' ? 'partial' : '1' })
    t.match((await refused.clone().json()).message, new RegExp(header, 'i'), 'the message names it')
    await expectRefusal(t, refused, 422, 'TUS_EXTENSION_UNSUPPORTED', `${header} is not offered`)
  }
  await expectRefusal(t, await create({ 'upload-length': '0' }), 422, 'FILE_EMPTY', 'an empty file')
  for (const [name, value] of [
    ['upload-length', undefined],
    ['upload-length', '-1'],
    ['upload-length', '1.5'],
    ['upload-metadata', 'filename !!!!'],
    ['upload-metadata', 'a YQ==,a YQ=='],
  ] as const) {
    const wrong = await create({ [name]: value })
    t.match(Object.keys((await wrong.clone().json()).fields)[0], new RegExp(name, 'i'), `${name}: ${value}`)
    await expectRefusal(t, wrong, 422, 'INVALID_INPUT', `${name}: ${value}`)
  }
  await expectRefusal(
    t,
    await create({ 'content-type': 'text/plain' }, 'glTF'),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'a body',
  )
  await expectRefusal(t, await create({ 'content-type': PIECE }, 'glTF+'), 413, 'MORE_THAN_ANNOUNCED', 'a long body')
  const { items } = (await (await ann.call('GET', '/uploads')).json()) as { items: unknown[] }
  t.equal(items.length, 1, 'what was refused left nothing')

  const whole = await create({ 'content-type': PIECE }, 'glTF')
  t.match([whole.status, whole.headers.get('upload-offset')], [201, '4'], 'creation with upload')
  const first = await create({ 'content-type': PIECE }, 'gl')
  t.match([first.status, first.headers.get('upload-offset')], [201, '2'], 'or a part of it')
})

await t.test('tus, expiration: Upload-Expires wherever an upload waits for bytes, and nowhere else', async (t) => {
  const { call, made, append } = await prepare()
  const at = await made(10)
  const expiresIn = (response: Response) => Date.parse(response.headers.get('upload-expires') ?? '') - Date.now()
  const day = 24 * 3_600_000
  for (const response of [
    await call('POST', '/uploads', { 'upload-length': '4' }),
    await call('HEAD', at),
    await append(at, 0, '01234'),
    await append(at, 0, '01234'),
  ])
    t.ok(Math.abs(expiresIn(response) - day) < 60_000, `${response.status}`)
  for (const response of [
    await call('POST', '/uploads', { 'upload-length': '0' }),
    await call('POST', '/uploads', { 'upload-length': String(MAX_UPLOAD_BYTES + 1) }),
    await append(`${at.slice(0, -4)}ffff`, 0, 'x'),
    await append(at, 5, '56789'),
    await call('HEAD', at),
    await append(at, 10, ''),
  ])
    t.equal(response.headers.get('upload-expires'), null, `${response.status}`)
})

await t.test('tus, termination: 204, and the upload no longer exists', async (t) => {
  const { call, made } = await prepare()
  const at = await made(10)
  const removed = await call('DELETE', at)
  t.match([removed.status, removed.headers.get('tus-resumable')], [204, '1.0.0'])
  t.equal((await call('HEAD', at)).status, 404)
})

async function checksums(t: Test, of: TestApi) {
  const { call, made, append, offsetOf } = await prepare(of)
  const bytes = randomBytes(20 * MB)
  const sum = (part: Buffer, algorithm = 'sha1') =>
    `${algorithm} ${createHash(algorithm).update(part).digest('base64')}`
  const at = await made(bytes.length)
  const tail = bytes.subarray(0, MB)
  t.equal((await append(at, 0, tail, { 'upload-checksum': sum(tail, 'sha256') })).status, 204, 'a small one')

  const wrong = await append(at, MB, bytes.subarray(MB, 12 * MB), { 'upload-checksum': sum(tail) })
  await expectRefusal(t, wrong, 460, 'CHECKSUM_MISMATCH', 'a mismatch MUST be 460')
  t.equal(await offsetOf(at), String(MB), 'and the chunk discarded')
  const cut = new AbortController()
  const half = Readable.from(
    (async function* () {
      yield bytes.subarray(MB, 11 * MB)
      cut.abort()
      yield bytes.subarray(11 * MB, 12 * MB)
    })(),
  )
  const cutOff = append(at, MB, half as unknown as BodyInit, { 'upload-checksum': sum(tail) }, cut.signal)
  await t.rejects(cutOff)
  t.equal(await offsetOf(at), String(MB), 'what cannot be checked is not kept')

  for (const header of ['md5 1B2M2Y8AsgTpgAmY7PhCfg==', 'sha1', '']) {
    const response = await append(at, MB, bytes.subarray(MB), { 'upload-checksum': header })
    const known = header.startsWith('sha1')
    if (known) await expectRefusal(t, response, 460, 'CHECKSUM_MISMATCH', `none: ${header}`)
    else await expectRefusal(t, response, 400, 'CHECKSUM_ALGORITHM_UNSUPPORTED', `not offered: ${header}`)
  }
  const longer = Buffer.concat([bytes.subarray(MB), Buffer.from('x')])
  const chunked = Readable.from([longer]) as unknown as BodyInit
  const tooMany = await append(at, MB, chunked, { 'upload-checksum': sum(longer) })
  await expectRefusal(t, tooMany, 413, 'MORE_THAN_ANNOUNCED', 'no more than was announced is read')
  t.equal(await offsetOf(at), String(MB))

  const rest = bytes.subarray(MB)
  t.equal((await append(at, MB, rest, { 'upload-checksum': sum(rest) })).status, 204)
  const row = (await findUpload(of.db, at.split('/').at(-1)!))!
  t.ok((await buffer(await of.storage.get(row.originalKey))).equals(bytes), 'byte for byte')

  const create = (checksum: string) =>
    call('POST', '/uploads', { 'upload-length': '4', 'content-type': PIECE, 'upload-checksum': checksum }, 'glTF')
  await expectRefusal(t, await create(sum(tail)), 460, 'CHECKSUM_MISMATCH', 'with the creation too')
  t.equal((await create(sum(Buffer.from('glTF')))).status, 201)
  const waiting = (await readdir(tmpdir())).filter((name) => name.startsWith('toile-checksum-'))
  t.same(waiting, [], 'nothing is left on the disk')
}

await t.test('tus, checksum, in a folder', async (t) => checksums(t, api))

await t.test('tus, checksum, on S3', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-s3-'))
  const { config, stop } = await startS3Server(folder)
  const onS3 = await startTestApi({ storage: { endpoint: undefined, ...config } })
  t.teardown(async () => {
    await onS3.close()
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  await checksums(t, onS3)
})

await t.test(
  'tus-js-client uploads by PATCH, by POST instead, in pieces, with the creation, and terminates an upload',
  async (t) => {
    const { ann, call } = await prepare()
    const bytes = randomBytes(3 * MB)
    const send = (options: UploadOptions) =>
      new Promise<string>((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${api.url}/uploads`,
          headers: { authorization: `Bearer ${ann.token}` },
          metadata: { filename: 'dress.glb', kind: 'model' },
          retryDelays: null,
          ...options,
          onError: reject,
          onSuccess: () => resolve(new URL(upload.url!).pathname),
        })
        upload.start()
      })
    for (const options of [
      {},
      { overridePatchMethod: true },
      { chunkSize: MB },
      { chunkSize: MB, overridePatchMethod: true },
      { uploadDataDuringCreation: true },
      { uploadDataDuringCreation: true, chunkSize: MB },
    ]) {
      const at = await send(options)
      const row = (await findUpload(api.db, at.split('/').at(-1)!))!
      t.ok((await buffer(await api.storage.get(row.originalKey))).equals(bytes), JSON.stringify(options))
    }
    await t.rejects(send({ parallelUploads: 2 }), /Upload-Concat isn’t supported/)
    const path = (await announce(ann, 4)).headers.get('location')!
    await Upload.terminate(api.url + path, { headers: { authorization: `Bearer ${ann.token}` } })
    t.equal((await call('HEAD', path)).status, 404)
  },
)
