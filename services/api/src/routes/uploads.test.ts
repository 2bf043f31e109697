import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { MAX_UPLOAD_BYTES, maxQueuedUploads, MAX_VIDEO_BYTES } from '@toile/contracts/uploads/uploads.constants'
import { waitingOf } from '@toile/db/files/admission-queues'
import { findUpload } from '@toile/db/uploads/uploads'
import { failCorrection } from '@toile/db/uploads/uploads-reprocessing'
import { failUpload, finishUpload, moveUpload } from '@toile/db/uploads/uploads-transitions'
import { makeReadyUpload, makeUpload } from '@toile/testing/factories'
import { announce, append, json, startTestApi, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const idOf = (path: string) => path.split('/').at(-1)!
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const storedBytes = async (id: string) => {
  const upload = (await findUpload(api.db, id))!
  const chunks: Buffer[] = []
  for await (const chunk of await api.storage.get(upload.originalKey)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

await t.test('U01 the limits: accepts exactly 500M, refuses one byte more and a video of 50 MB', async (t) => {
  const ann = await api.person()
  t.equal((await announce(ann, MAX_UPLOAD_BYTES)).status, 201)
  const over = await announce(ann, MAX_UPLOAD_BYTES + 1)
  t.equal(over.status, 413)
  t.match(await over.json(), {
    code: 'FILE_TOO_LARGE',
    message: 'file size over max size (500M) please select smaller one!',
  })
  const chinese = await ann.call('POST', '/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(MAX_UPLOAD_BYTES + 1), 'accept-language': 'zh-CN' },
  })
  t.match(((await chinese.json()) as { message: string }).message, /500M/)
  const video = await announce(ann, MAX_VIDEO_BYTES, { kind: 'video' })
  t.equal(video.status, 413, 'a video must be smaller than 50 MB')
  const rows = await ann.call('GET', '/uploads').then((response) => response.json())
  t.equal((rows as { items: unknown[] }).items.length, 1, 'what was refused left nothing')
})

await t.test('U01 refuses more bytes than announced, and stores nothing past the end', async (t) => {
  const ann = await api.person()
  const path = (await announce(ann, 10)).headers.get('location')!
  t.equal((await append(api.url, ann.token, path, 0, Buffer.alloc(11))).status, 413, 'by its declared length')
  const endless = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1))) as unknown as BodyInit
  const chunked = await append(api.url, ann.token, path, 0, endless).catch(() => undefined)
  t.not(chunked?.status, 204, 'by its bytes, when no length is declared')
  const row = (await findUpload(api.db, idOf(path)))!
  t.ok(((await api.storage.stat(row.originalKey))?.bytes ?? 0) <= 10)
})

await t.test('U03 only administrators upload files that are neither models nor videos', async (t) => {
  const ann = await api.person()
  const refused = await announce(ann, 4, { kind: 'file', filename: 'studio.zip' })
  t.equal(refused.status, 422)
  t.match(await refused.json(), { code: 'UPLOAD_KIND_UNSUPPORTED' })
  const admin = await api.person({ group: 'admin' })
  const path = (await announce(admin, 4, { kind: 'file', filename: 'studio.zip' })).headers.get('location')!
  t.equal((await append(api.url, admin.token, path, 0, Buffer.from('abcd'))).status, 204)
  t.match(await (await admin.call('GET', path)).json(), { kind: 'file', filename: 'studio.zip', received: 4 })
})

await t.test('U03 calls of another user change no stored byte of an upload', async (t) => {
  const ann = await api.person()
  const bob = await api.person()
  const path = (await announce(ann, 10)).headers.get('location')!
  await append(api.url, ann.token, path, 0, Buffer.from('12345'))
  await bob.call('DELETE', path, { headers: { 'tus-resumable': '1.0.0' } })
  await append(api.url, bob.token, path, 5, Buffer.from('67890'))
  t.equal(String(await storedBytes(idOf(path))), '12345')
})

await t.test("after a server fault the owner's retry continues where it stopped, once", async (t) => {
  const ann = await api.person()
  const id = await makeUpload(api.db, ann.user)
  await finishUpload(api.db, id)
  await moveUpload(api.db, { id, to: 'finished', attempt: 1 })
  await failUpload(api.db, { id, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  const retry = () => ann.call('POST', `/uploads/${id}/retry`)
  const answer = await retry()
  t.equal(answer.status, 200)
  const upload = (await answer.json()) as Upload
  t.match(upload, { id, stage: 'finished', failure: undefined, retryable: undefined })
  t.same(await waitingOf(api.db, 'uploads', ann.user.id), [{ id, attempt: 2, due: 'upload.finished' }])
  t.match(await (await retry()).json(), { statusCode: 409, code: 'STATE_CONFLICT' })
})

await t.test("U04 file names are only displayed: keys are the server's own", async (t) => {
  const ann = await api.person()
  const names = [
    '../../x',
    'a\0.glb',
    'CON',
    'x'.repeat(4096),
    '\u202Egnp.glb',
    'x.glb/',
    '',
    '连衣裙.glb',
    'C:\\a\\b.glb',
  ]
  for (const name of names) {
    const response = await announce(ann, 3, { filename: name, path: '/etc/passwd' })
    t.equal(response.status, 201)
    const row = (await findUpload(api.db, idOf(response.headers.get('location')!)))!
    t.match(row.originalKey, /^originals\/\d{4}\/\d\d\/[0-9a-f-]{36}$/)
    t.notMatch(row.filename, /[/\\\p{Cc}\p{Cf}]/u)
    t.ok(row.filename.length > 0 && row.filename.length <= 255)
    await ann.call('DELETE', response.headers.get('location')!, { headers: { 'tus-resumable': '1.0.0' } })
  }
})

await t.test('HEAD of an upload follows tus and returns the offset', async (t) => {
  const ann = await api.person()
  const path = (await announce(ann, 10)).headers.get('location')!
  await append(api.url, ann.token, path, 0, Buffer.from('1234'))
  const head = await ann.call('HEAD', path, { headers: { 'tus-resumable': '1.0.0' } })
  t.equal(head.headers.get('upload-offset'), '4')
  t.equal(head.headers.get('upload-length'), '10')
  const body = (await ann.call('GET', path).then((response) => response.json())) as object
  t.match(body, { size: 10, received: 4, stage: 'upload', progress: 0.4, stages: [{ stage: 'upload' }] })
})

await t.test('OPTIONS lists the abilities, and answers say when an upload expires', async (t) => {
  const ann = await api.person()
  const options = await fetch(`${api.url}/uploads`, { method: 'OPTIONS' })
  t.equal(options.status, 204)
  t.match(options.headers.get('tus-extension'), /creation.*termination.*expiration/)
  t.equal(options.headers.get('tus-max-size'), String(MAX_UPLOAD_BYTES))
  const expires = (await announce(ann, 10)).headers.get('upload-expires')!
  t.ok(Date.parse(expires) > Date.now() + 23 * 3_600_000)
})

await t.test('U22 the last byte starts processing once, also when sent again', async (t) => {
  const ann = await api.person()
  const path = (await announce(ann, 4)).headers.get('location')!
  t.equal((await append(api.url, ann.token, path, 0, Buffer.from('glTF'))).status, 204)
  await Promise.all(Array.from({ length: 20 }, () => ann.call('HEAD', path, { headers: { 'tus-resumable': '1.0.0' } })))
  const events = await api.db.selectFrom('events').select('type').where('subject_id', '=', idOf(path)).execute()
  t.same(events, [{ type: 'upload.received' }])
})

await t.test('U13 HEAD finds an upload that is complete but not marked so', async (t) => {
  const ann = await api.person()
  const path = (await announce(ann, 4)).headers.get('location')!
  const row = (await findUpload(api.db, idOf(path)))!
  // This imitates a kill between the last byte and onUploadFinish. The store has all bytes, but the row is not updated.
  await api.storage.incoming().write(Readable.from([Buffer.from('glTF')]), row.originalKey, 0)
  t.equal((await findUpload(api.db, idOf(path)))!.receivedAt, null)
  await ann.call('HEAD', path, { headers: { 'tus-resumable': '1.0.0' } })
  t.ok((await findUpload(api.db, idOf(path)))!.receivedAt)
})

await t.test('U14 a finished upload cannot be removed, an unfinished one can', async (t) => {
  const ann = await api.person()
  const tus = { headers: { 'tus-resumable': '1.0.0' } }
  const finished = (await announce(ann, 4)).headers.get('location')!
  await append(api.url, ann.token, finished, 0, Buffer.from('glTF'))
  const refused = await ann.call('DELETE', finished, tus)
  t.equal(refused.status, 409)
  t.match(await refused.json(), { code: 'UPLOAD_FINISHED' })
  t.equal(String(await storedBytes(idOf(finished))), 'glTF')

  const unfinished = (await announce(ann, 4)).headers.get('location')!
  t.equal((await ann.call('DELETE', unfinished, tus)).status, 204)
  t.equal((await ann.call('GET', unfinished)).status, 404)
})

await t.test(
  'U16 without a verified email a user stores one file of the largest size, and has three unfinished uploads',
  async (t) => {
    const [una, ned] = [await api.person({ verified: false }), await api.person({ verified: false })]
    const refusal = { statusCode: 403, code: 'UNVERIFIED_LIMIT', message: /500 MB and leave up to 3 of your uploads/ }
    t.equal((await announce(una, MAX_UPLOAD_BYTES)).status, 201)
    t.match(await (await announce(una, 1)).json(), refusal)
    for (let i = 0; i < 3; i++) t.equal((await announce(ned, 10)).status, 201)
    t.match(await (await announce(ned, 10)).json(), refusal)
    await api.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', ned.user.id).execute()
    t.equal((await announce(ned, 10)).status, 201, 'until it is confirmed')
  },
)

await t.test('an upload shows its announced removal until the email is verified', async (t) => {
  const una = await api.person({ verified: false })
  const { uploadId } = await makeReadyUpload(api.db, una.user)
  const keptUntil = async () => (await json<Upload>(una.call('GET', `/uploads/${uploadId}`))).keptUntil
  t.equal(await keptUntil(), undefined)
  const day = '2099-01-01T00:00:00.000Z'
  await sql`update uploads set removal_announced_at = now(), removal_due_at = ${day} where id = ${uploadId}`.execute(
    api.db,
  )
  t.equal(await keptUntil(), day)
  await api.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', una.user.id).execute()
  t.equal(await keptUntil(), undefined)
})

await t.test('U16 an eleventh unfinished upload is 429', async (t) => {
  const ann = await api.person()
  for (let i = 0; i < 10; i++) t.equal((await announce(ann, 10)).status, 201)
  const refused = await announce(ann, 10)
  t.equal(refused.status, 429)
  t.ok(refused.headers.get('retry-after'))
  t.match(await refused.json(), { code: 'TOO_MANY_UPLOADS' })
})

await t.test('Q10 past the maximum of queued models another one is refused for now', async (t) => {
  const ann = await api.person()
  const id = idOf((await announce(ann, 10)).headers.get('location')!)
  await sql`insert into uploads (id, owner_id, kind, filename, size, stage, stages, received_at, original_file_id)
    select gen_random_uuid(), owner_id, kind, filename, size, 'finished', stages, now(), original_file_id
    from uploads, generate_series(2, ${maxQueuedUploads.model}) where id = ${id}`.execute(api.db)
  const refused = await announce(ann, 10)
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '10')
  t.match(await refused.json(), { code: 'TOO_MANY_IN_LINE', message: /^50 of your files/ })
  await sql`update uploads set stage = 'failed' where owner_id = ${ann.user.id} and stage = 'finished'`.execute(api.db)
  t.equal((await announce(ann, 10)).status, 201, 'as soon as some have ended')
})

await t.test("a model's owner corrects it: the request shows until it is done", async (t) => {
  const ann = await api.person()
  const { uploadId } = await makeReadyUpload(api.db, ann.user)
  const correct = (id: string, body: object) => ann.call('PUT', `/uploads/${id}/correction`, { body })
  const response = await correct(uploadId, { metresPerUnit: 0.01, upAxis: 'z' })
  t.equal(response.status, 200)
  t.match(await response.json(), {
    stage: 'ready_to_publish',
    correction: { applied: {}, wanted: { metresPerUnit: 0.01, upAxis: 'z' } },
  })
  for (const body of [
    { metresPerUnit: 0 },
    { metresPerUnit: 1e9 },
    { upAxis: 'w' },
    { model: 'other.obj' },
    { unit: 1 },
  ])
    t.equal((await correct(uploadId, body)).status, 422, JSON.stringify(body))

  const attempt = (await findUpload(api.db, uploadId))!.attempt
  await failCorrection(api.db, { id: uploadId, attempt }, { code: 'ARCHIVE_WITHOUT_MODEL', params: {} })
  const failed = await ann.call('GET', `/uploads/${uploadId}`, { headers: { 'accept-language': 'zh-CN' } })
  const { correction } = (await failed.json()) as { correction: { wanted?: object; failure: { message: string } } }
  t.equal(correction.wanted, undefined)
  t.match(correction.failure.message, /压缩包/)

  const path = (await announce(ann, 4)).headers.get('location')!
  const early = await correct(idOf(path), { upAxis: 'z' })
  t.equal(early.status, 409)
  t.match(await early.json(), { code: 'STATE_CONFLICT' })
})

await t.test('U13 two API copies write one upload in turn: its bytes equal the source', async (t) => {
  const ann = await api.person()
  const second = await api.anotherCopy()
  const source = randomBytes(6 * 1024 * 1024)
  const path = (await announce(ann, source.length)).headers.get('location')!

  // The first connection stops after a third and stays open, like a dead line.
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(source.subarray(0, 2 * 1024 * 1024)),
  })
  const first = append(api.url, ann.token, path, 0, stalled).catch(() => undefined)
  const offsetAt = async (url: string) => {
    const response = await fetch(url + path, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ann.token}`, 'tus-resumable': '1.0.0' },
    })
    return response.status === 200 ? Number(response.headers.get('upload-offset')) : undefined
  }
  const row = (await findUpload(api.db, idOf(path)))!
  while (((await api.storage.stat(row.originalKey))?.bytes ?? 0) < 1)
    await new Promise((resolve) => setImmediate(resolve))

  // The client moves to the second process, which asks the first process for its lease.
  // Then both processes get the rest at the same time.
  let offset = (await offsetAt(second)) ?? 0
  const race = await Promise.all(
    [api.url, second].map((url) =>
      append(url, ann.token, path, offset, source.subarray(offset)).catch(() => undefined),
    ),
  )
  t.ok(race.filter((response) => response?.status === 204).length <= 1, 'never both')
  for (let tries = 0; tries < 20; tries++) {
    offset = (await offsetAt(second)) ?? 0
    if (offset === source.length) break
    await append(second, ann.token, path, offset, source.subarray(offset)).catch(() => undefined)
  }
  await first
  t.equal(offset, source.length)
  t.equal(sha256(await storedBytes(idOf(path))), sha256(source))
})
