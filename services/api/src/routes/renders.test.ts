import { sql } from 'kysely'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { Render, RenderEstimate } from '@toile/contracts/renders/renders'
import { MAX_RENDERS_PER_DAY, MAX_REPEATED_RENDERS_PER_DAY } from '@toile/contracts/renders/renders.constants'
import type { Spin } from '@toile/contracts/renders/spins'
import { MAX_BYTES_PER_USER } from '@toile/contracts/uploads/uploads.constants'
import { MAX_WORK_IMAGES } from '@toile/contracts/works/works.constants'
import { inTransaction } from '@toile/db/client'
import { insertFile } from '@toile/db/files/files'
import { findImageJob } from '@toile/db/images/images'
import { moveImage, readyImage } from '@toile/db/images/images-transitions'
import { moveRender } from '@toile/db/renders/renders-transitions'
import { addPreview, beginDrawing, finishRender, completeChunk } from '@toile/db/renders/renders-drawing'
import { admitChunks } from '@toile/db/renders/renders-admission'
import { forgetDeletedRenders } from '@toile/db/renders/renders-deletion'
import { usageToday } from '@toile/db/renders/renders'
import { findUpload } from '@toile/db/uploads/uploads'
import { moveUpload } from '@toile/db/uploads/uploads-transitions'
import { findWork } from '@toile/db/works/works'
import { insertWork, joinWork, joinWorkVideo, moveWork, updateWork } from '@toile/db/works/works-transitions'
import { storageKey } from '@toile/storage/keys'
import { makeImage, makeReadyUpload, makeRender, makeVideo } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { caller, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi({ renderEngines: ['preview', 'studio'] })
})
t.teardown(() => api.close())

interface Creator extends Person {
  uploadId: string
  workId: string
}

async function creator(): Promise<Creator> {
  const person = await api.person()
  const { uploadId, coverId } = await makeReadyUpload(api.db, person.user)
  const workId = newId()
  const fields = { id: workId, ownerId: person.user.id, title: 'A linen dress', upload_id: uploadId, cover_id: coverId }
  await inTransaction(api.db, (trx) => insertWork(trx, fields))
  return { ...person, uploadId, workId }
}

const still = { type: 'still', engine: 'preview', width: 308, height: 410 } as const
const ask = (person: Creator, over: object = {}, headers: Record<string, string> = {}) =>
  person.call('POST', '/renders', { body: { source: { workId: person.workId }, ...still, ...over }, headers })
const sent = async (person: Creator, over: object = {}): Promise<Render> => {
  const response = await ask(person, over)
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Render
}

const file = async (ownerId: string, bytes: Buffer, contentType = 'image/png') => {
  const id = newId()
  const key = storageKey('renders', id, { name: 'still', hash: 'abc', extension: 'png' })
  await api.storage.put(key, bytes, { contentType })
  const made = {
    id,
    ownerId,
    kind: 'image',
    key,
    contentType,
    bytes: bytes.length,
    sha256: 'abc',
  } as const
  await insertFile(api.db, { ...made, state: 'pending' })
  return made
}

async function finish(person: Creator, id: string, names: readonly string[] = ['still.png']): Promise<void> {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  for (const to of ['preparing', 'rendering', 'encoding'] as const) await moveRender(api.db, { id, attempt: 1, to })
  const outputs = []
  for (const name of names) {
    const type = name === 'turntable' ? 'video/mp4' : 'image/png'
    outputs.push({ name, width: 308, height: 410, file: await file(person.user.id, png, type) })
  }
  await finishRender(api.db, { id, attempt: 1 }, outputs, 3)
}

await t.test('a submitted render returns its settings and state', async (t) => {
  const ann = await creator()
  const render = await sent(ann, { camera: { position: [0, 0.5, 3], target: [0, 0.5, 0], fov: 24 }, exposure: 0.5 })
  t.match(render, {
    name: 'A linen dress',
    type: 'still',
    engine: 'preview',
    status: 'queued',
    progress: 0,
    place: Number,
    etaSeconds: null,
    costSeconds: 0,
    frames: 1,
    submitter: { id: ann.user.id },
    workId: ann.workId,
    settings: { camera: { fov: 24 }, exposure: 0.5, background: 'studio' },
    outputs: [],
    awaitingApproval: false,
  })
  t.ok(render.number > 0)
  t.match(await (await ann.call('GET', '/renders')).json(), { items: [{ id: render.id }] })
  t.match(await (await ann.call('GET', '/renders?status=finished')).json(), { items: [] })
  const again = await ask(ann, { ...render.settings, source: { uploadId: ann.uploadId }, width: 400, name: ' Bigger ' })
  t.match(await again.json(), { width: 400, name: 'Bigger', workId: null, settings: { camera: { fov: 24 } } })
})

await t.test('refuses impossible renders, naming the field or the reason', async (t) => {
  const [ann, bob] = [await creator(), await creator()]
  const refused = async (over: object, expected: object) => {
    const response = await ask(ann, over)
    t.match({ status: response.status, ...((await response.json()) as object) }, expected)
  }
  await refused({ source: { workId: bob.workId } }, { status: 422, code: 'RENDER_SOURCE_INVALID' })
  await refused({ source: { uploadId: bob.uploadId } }, { status: 422, code: 'RENDER_SOURCE_INVALID' })
  await refused({ source: {} }, { status: 422, code: 'RENDER_SOURCE_INVALID' })
  await refused({ colourway: 'mauve' }, { status: 422, fields: { colourway: [String] } })
  await refused({ animationTime: 1 }, { status: 422, fields: { animationTime: [String] } })
  const nowhere = { position: [0, 1, 2], target: [0, 1, 2], fov: 24 }
  await refused({ camera: nowhere }, { status: 422, fields: { camera: [String] } })
  await refused({ width: 5000 }, { status: 422, fields: { width: [String] } })
  await refused({ type: 'spin', width: 2000 }, { status: 422, fields: { width: ['At most 1920.'] } })
  await refused({ engine: 'cycles' }, { status: 422, code: 'RENDER_ENGINE_MISSING' })
  const huge = { engine: 'studio', type: 'turntable', frames: 120, width: 1920, height: 1920, samples: 256 }
  await refused(huge, { status: 422, code: 'RENDER_TOO_LARGE' })
})

await t.test('lists engines, and gives no estimate without data', async (t) => {
  const ann = await creator()
  t.match(await (await ann.call('GET', '/renders/engines')).json(), {
    engines: [
      { engine: 'preview', available: true, workers: 0 },
      { engine: 'studio', available: true },
      { engine: 'cycles', available: false },
    ],
  })
  const estimate = async (over: object) =>
    (await (
      await ann.call('POST', '/renders/estimate', { body: { source: { workId: ann.workId }, ...still, ...over } })
    ).json()) as RenderEstimate
  t.same(await estimate({}), { pictures: 1, chunks: 1, costSeconds: null, eta: null, scout: false })
  t.match(await estimate({ type: 'turntable' }), { pictures: 36 })
  t.match(await estimate({ type: 'views' }), { pictures: 4 })
  t.match(await estimate({ approveAfterScout: true }), { scout: true })
  // The server learns its pace from these twenty finished renders, which took twice the planned time.
  for (let i = 0; i < 20; i++) await makeRender(api.db, ann.user, { uploadId: ann.uploadId })
  await sql`update renders set status = 'finished', finished_at = now(), cost_seconds = 2 * estimated_seconds
    where owner_id = ${ann.user.id}`.execute(api.db)
  const large = { type: 'turntable', width: 1280, height: 720 }
  // Estimates are cached for a second.
  await until(async () => (await estimate(large)).costSeconds !== null)
  const { costSeconds, eta } = await estimate(large)
  t.ok(costSeconds!.maxSeconds >= costSeconds!.minSeconds && costSeconds!.minSeconds > 0)
  t.equal(eta, null, 'nobody works, so nobody knows when')
})

await t.test('answers an equal request from stored results', async (t) => {
  const ann = await creator()
  const first = await sent(ann, { background: '#AABBCC' })
  await finish(ann, first.id)
  const second = await sent(ann, { background: '#aabbcc' })
  t.not(second.id, first.id)
  t.match(second, {
    status: 'finished',
    progress: 1,
    costSeconds: 0,
    outputs: [{ name: 'still.png', type: 'image/png' }],
  })
  t.match(await sent(ann, { background: '#aabbcd' }), { status: 'queued' })
  const bytes = await fetch(second.outputs[0]!.url)
  t.equal(bytes.status, 200)
  t.match(bytes.headers.get('content-type'), 'image/png')
  t.equal((await fetch(second.outputs[0]!.url.replace(/signature=.*/, 'signature=x'))).status, 404)
  const key = { 'idempotency-key': newId() }
  const [one, twin] = await Promise.all([ask(ann, {}, key), ask(ann, {}, key)])
  t.equal(((await one.json()) as Render).id, ((await twin.json()) as Render).id)
})

await t.test('a render is cancelled, retried and approved, and refuses what its state forbids', async (t) => {
  const ann = await creator()
  const { id } = await sent(ann, { approveAfterScout: true })
  const post = async (action: string) => {
    const response = await ann.call('POST', `/renders/${id}/${action}`)
    return { status: response.status, body: (await response.json()) as Render & { code?: string } }
  }
  t.match(await post('approve'), { status: 409, body: { code: 'STATE_CONFLICT' } })
  t.match(await post('retry'), { status: 409 })
  await admitChunks(api.db, 'renders', 100)
  const scout = await api.db
    .selectFrom('render_chunks')
    .select(['id', 'attempt'])
    .where('render_id', '=', id)
    .where('scout', '=', true)
    .executeTakeFirstOrThrow()
  await beginDrawing(api.db, { id, attempt: 1 })
  const shown = await file(ann.user.id, Buffer.from('webp'))
  await addPreview(api.db, { chunk: scout, renderId: id, file: shown, samples: 1 })
  await completeChunk(api.db, scout, id, 'w')
  t.match(await (await ann.call('GET', `/renders/${id}`)).json(), {
    status: 'rendering',
    awaitingApproval: true,
    previews: [{ samples: 1 }],
    eta: undefined,
  })
  t.match(await post('approve'), { status: 200, body: { awaitingApproval: false } })
  t.match(await post('cancel'), { status: 200, body: { status: 'cancelled' } })
  t.match(await post('cancel'), { status: 409 })
  t.match(await post('retry'), { status: 200, body: { status: 'queued' } })
})

await t.test("Q10 limits a user's renders per day, with a clear message", async (t) => {
  const ann = await creator()
  for (let i = 0; i < MAX_RENDERS_PER_DAY; i++) await makeRender(api.db, ann.user, { uploadId: ann.uploadId })
  const response = await ask(ann)
  t.equal(response.status, 429)
  t.equal(response.headers.get('retry-after'), String(24 * 3600))
  t.match(await response.json(), { code: 'RENDER_QUOTA', message: /200 renders or 120 minutes/ })
  t.match(await (await ann.call('GET', '/renders?limit=1')).json(), { items: [{ number: Number }] })
  await sql`update renders set created_at = now() - interval '2 days' where owner_id = ${ann.user.id}`.execute(api.db)
  t.equal((await ask(ann)).status, 201)
})

await t.test('Q10 an equal render is free, but also limited', async (t) => {
  const ann = await creator()
  const { id } = await sent(ann)
  await finish(ann, id)
  t.match(await sent(ann), { status: 'finished' })
  await sql`insert into renders (id, owner_id, upload_id, name, type, engine, settings, recipe, frames, estimated_seconds, status)
    select gen_random_uuid(), owner_id, upload_id, name, type, engine, settings, recipe, frames, 0, 'cancelled'
    from renders, generate_series(3, ${MAX_REPEATED_RENDERS_PER_DAY}) where id = ${id}`.execute(api.db)
  const response = await ask(ann)
  t.equal(response.status, 429)
  t.match(await response.json(), { code: 'RENDER_QUOTA', message: /1,?000/ })
})

await t.test('Q10 refuses new renders while too many wait in total', async (t) => {
  const [ann, bob] = [await creator(), await creator()]
  const before = await sent(ann)
  await sql`update render_chunks set estimated_seconds = 90000 where render_id = ${before.id}`.execute(api.db)
  const response = await ask(bob)
  t.equal(response.status, 503)
  t.ok(Number(response.headers.get('retry-after')) > 0)
  t.match(await response.json(), { code: 'RENDERS_FULL' })
  await ann.call('POST', `/renders/${before.id}/cancel`)
  t.equal((await ask(bob)).status, 201)
})

await t.test('U16 refuses renders when no storage is left for their pictures', async (t) => {
  const ann = await creator()
  await sql`update files set bytes = ${MAX_BYTES_PER_USER} where owner_id = ${ann.user.id} and kind = 'model'`.execute(
    api.db,
  )
  const response = await ask(ann)
  t.equal(response.status, 429)
  t.match(await response.json(), { code: 'STORAGE_QUOTA' })
  t.match(await (await ann.call('GET', '/renders')).json(), { items: [] }, 'nothing is left of it')
})

await t.test("a picture becomes its work's cover or joins its gallery", async (t) => {
  const ann = await creator()
  const { id } = await sent(ann)
  await finish(ann, id)
  const use = async (as: string, name = 'still.png') =>
    ann.call('POST', `/renders/${id}/outputs/${name}/use`, { body: { as } })
  t.equal((await use('cover', 'nothing.png')).status, 404)
  for (const [as, purpose] of [
    ['cover', 'cover'],
    ['gallery', 'detail'],
  ] as const) {
    const response = await use(as)
    t.equal(response.status, 202)
    const { imageId, workId } = (await response.json()) as { imageId: string; workId: string }
    t.equal(workId, ann.workId)
    t.match(await findImageJob(api.db, imageId), { purpose, status: 'pending' })
    await moveImage(api.db, { id: imageId, to: 'processing', attempt: 1 })
    await inTransaction(api.db, async (trx) => {
      await readyImage(trx, { id: imageId, attempt: 1 }, { width: 1, height: 1, blurhash: 'L', variants: [] })
      await joinWork(trx, imageId)
    })
    const work = await findWork(api.db, ann.workId)
    if (as === 'cover') t.equal(work!.coverId, imageId)
    else t.same(work!.imageIds, [imageId])
  }
  const [first, second] = await Promise.all([use('gallery'), use('gallery')])
  const idOf = async (response: Response) => ((await response.json()) as { imageId: string }).imageId
  const { imageIds } = (await findWork(api.db, ann.workId))!
  t.same(imageIds, [await idOf(first)])
  t.same(imageIds, [await idOf(second)])
  await inTransaction(api.db, (trx) => updateWork(trx, ann.workId, { image_ids: [] }))
  await use('gallery')
  t.same((await findWork(api.db, ann.workId))!.imageIds, imageIds, 'what was taken out is put back')
  const others = await Promise.all(Array.from({ length: MAX_WORK_IMAGES }, () => makeImage(api.db, ann.user, 'detail')))
  await inTransaction(api.db, (trx) => updateWork(trx, ann.workId, { image_ids: others }))
  const another = await sent(ann, { width: 310 })
  await finish(ann, another.id)
  const refused = await ann.call('POST', `/renders/${another.id}/outputs/still.png/use`, { body: { as: 'gallery' } })
  t.match(await refused.json(), { code: 'WORK_GALLERY_FULL', message: /12 images/ })

  const loose = await sent(ann, { source: { uploadId: ann.uploadId }, width: 309 })
  await finish(ann, loose.id)
  t.equal((await ann.call('POST', `/renders/${loose.id}/outputs/still.png/use`, { body: { as: 'cover' } })).status, 409)
})

await t.test("a film becomes its work's video once, and replaces another only on request", async (t) => {
  const ann = await creator()
  const { id } = await sent(ann, { type: 'turntable', frames: 8 })
  await finish(ann, id, ['turntable', 'frame-001'])
  const use = async (more: object = {}, as = 'gallery') => {
    const response = await ann.call('POST', `/renders/${id}/outputs/turntable/use`, { body: { as, ...more } })
    return { status: response.status, ...((await response.json()) as { uploadId: string; code?: string }) }
  }
  t.match(await use({}, 'cover'), { status: 409 }, 'a film is no picture')
  const presses = await Promise.all([use(), use(), use()])
  const { uploadId } = presses[0]
  t.match(presses, [
    { status: 202, uploadId },
    { status: 202, uploadId },
    { status: 202, uploadId },
  ])
  const upload = (await findUpload(api.db, uploadId))!
  t.match(upload, { kind: 'video', filename: /^R-\d{6}\.mp4$/, ownerId: ann.user.id, receivedAt: Date })
  t.equal((await api.storage.stat(upload.originalKey))!.bytes, upload.size)
  const becomeReady = async () => {
    for (const to of ['finished', 'processed', 'ready_to_publish'] as const)
      await moveUpload(api.db, { id: uploadId, attempt: 1, to })
    await inTransaction(api.db, (trx) => joinWorkVideo(trx, uploadId))
  }
  t.equal((await findWork(api.db, ann.workId))!.videoUploadId, null, 'not before it plays')
  await becomeReady()
  t.equal((await findWork(api.db, ann.workId))!.videoUploadId, uploadId)
  t.match(await use(), { status: 202, uploadId }, 'it is there: nothing to do')

  const own = await makeVideo(api.db, ann.user)
  await inTransaction(api.db, (trx) => updateWork(trx, ann.workId, { video_upload_id: own.uploadId }))
  t.match(await use(), { status: 409, code: 'WORK_HAS_VIDEO' })
  t.match(await use({ replace: true }), { status: 202, uploadId })
  t.equal((await findWork(api.db, ann.workId))!.videoUploadId, uploadId)
  t.ok(await findUpload(api.db, own.uploadId), 'the one before stays among the uploads')
})

await t.test('U21 others see a spin only while it is shared, and its files by links that expire', async (t) => {
  const ann = await creator()
  const { id } = await sent(ann, { type: 'spin', frames: 8, background: 'transparent', name: 'Turn <me>' })
  const share = async (shared: boolean) => (await ann.call('PUT', `/renders/${id}/share`, { body: { shared } })).status
  const visit = caller(api.url)
  const spin = () => visit('GET', `/renders/${id}/spin`)
  const page = (path = `/embed/spin/${id}`) => visit('GET', path, { headers: { accept: 'text/html' } })
  t.equal(await share(true), 409, 'not before there is one')
  await finish(ann, id, ['frame-001', 'frame-002'])
  t.equal((await spin()).status, 404, 'nobody has shared it yet')
  t.equal((await page()).status, 404)
  t.equal(await share(true), 200)
  const seen = (await (await spin()).json()) as Spin
  t.match(seen, { id, name: 'Turn <me>', clear: true, creator: { id: ann.user.id }, frames: { length: 2 } })
  t.equal(seen.work, undefined, 'reveals nothing of a draft')
  const [frame] = seen.frames
  t.equal((await fetch(frame!.url)).status, 200)
  t.equal((await fetch(frame!.url.split('?')[0]!)).status, 404, 'not without the signature')
  const embedded = await page()
  t.equal(embedded.status, 200)
  t.match(embedded.headers.get('content-security-policy'), 'frame-ancestors *')
  const html = await embedded.text()
  t.match(html, 'Turn &lt;me&gt;')
  t.match(html, '<meta name="robots" content="noindex" />')
  t.match((await page('/admin/cloud')).headers.get('content-security-policy'), "frame-ancestors 'none'")
  await inTransaction(api.db, (trx) => moveWork(trx, ann.workId, 'released'))
  t.match(await (await spin()).json(), { work: { id: ann.workId } })
  t.match(await (await ann.call('GET', `/renders/${id}`)).json(), { shared: true })
  t.equal(await share(false), 200)
  t.equal((await spin()).status, 404)
  const still = await sent(ann)
  await finish(ann, still.id)
  t.equal((await ann.call('PUT', `/renders/${still.id}/share`, { body: { shared: true } })).status, 409, 'no spin')
})

await t.test('a deleted render is removed with its files, but its cost still counts', async (t) => {
  const ann = await creator()
  const { id } = await sent(ann)
  await finish(ann, id)
  const twin = await sent(ann)
  t.equal(twin.status, 'finished', 'answered with the same files')
  const stateOf = async (url: string) =>
    (await api.db.selectFrom('files').select('state').where('id', '=', url.split('/')[4]!).executeTakeFirst())?.state
  const { url } = twin.outputs[0]!
  t.equal((await ann.call('DELETE', `/renders/${id}`)).status, 204)
  t.equal((await ann.call('DELETE', `/renders/${id}`)).status, 404, 'once')
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/retry'],
    ['POST', '/outputs/still.png/use'],
  ] as const)
    t.equal((await ann.call(method, `/renders/${id}${path}`, path ? { body: { as: 'cover' } } : {})).status, 404, path)
  t.match(await (await ann.call('GET', '/renders')).json(), { items: { length: 1 } })
  t.equal(await stateOf(url), 'stored', 'the twin still has them')
  await ann.call('DELETE', `/renders/${twin.id}`)
  t.equal(await stateOf(url), 'deleted')
  t.equal((await fetch(url)).status, 404)
  t.match(await sent(ann), { status: 'queued' }, 'the same request is drawn anew')
  t.equal((await usageToday(api.db, ann.user.id)).renders, 3, 'deleting gives nothing back of the day')

  const living = await sent(ann, { width: 320 })
  await admitChunks(api.db, 'renders', 100)
  t.equal((await ann.call('DELETE', `/renders/${living.id}`)).status, 204)
  const left = await sql`select from render_chunks where render_id = ${living.id}`.execute(api.db)
  t.equal(left.rows.length, 0, 'a worker that is at it finds it gone')
  await forgetDeletedRenders(api.db, 7)
  await sql`update renders set created_at = now() - interval '8 days' where owner_id = ${ann.user.id}`.execute(api.db)
  await forgetDeletedRenders(api.db, 7)
  const rows = await sql`select from renders where owner_id = ${ann.user.id}`.execute(api.db)
  t.equal(rows.rows.length, 1, 'old enough, its row goes as well')
})

await t.test(
  'a render deleted while an equal request is answered from it never leaves a result without files',
  async (t) => {
    const ann = await creator()
    for (let round = 0; round < 10; round++) {
      const { id } = await sent(ann, { width: 100 + round })
      await finish(ann, id)
      const [again] = await Promise.all([sent(ann, { width: 100 + round }), ann.call('DELETE', `/renders/${id}`)])
      const render = (await (await ann.call('GET', `/renders/${again.id}`)).json()) as Render
      t.ok(['queued', 'finished'].includes(render.status))
      for (const { url } of render.outputs) t.equal((await fetch(url)).status, 200)
    }
  },
)
