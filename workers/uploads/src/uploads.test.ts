import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { coverAngles } from '@toile/contracts/images/images.constants'
import type { JobContext } from '@toile/bus/worker'
import { createLazyBrowser } from '@toile/browser/lazy-browser'
import { RetryLater } from '@toile/runtime/retry-later'
import type { Db } from '@toile/db/client'
import { deleteAccount } from '@toile/db/users/accounts'
import { findStoredFile } from '@toile/db/files/files'
import { findImages, imagesOfUploads } from '@toile/db/images/images'
import { findModelKey, findSentFile, findUpload } from '@toile/db/uploads/uploads'
import { failUpload, retryUpload } from '@toile/db/uploads/uploads-transitions'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import { correctUpload, failCorrection, requestModelReprocessing } from '@toile/db/uploads/uploads-reprocessing'
import type { Storage } from '@toile/storage/storage'
import { makeUser } from '@toile/testing/factories'
import { withImages } from '@toile/testing/hostile/pictures'
import { tgaOf } from '@toile/testing/files/pictures'
import { makeGarment, makeGltfZip } from '@toile/testing/garments/garments'
import { until } from '@toile/testing/until'
import { previewUpload } from './handlers/preview.js'
import { processUploadFile } from './handlers/process.js'
import { reprocessModel } from './handlers/reprocess.js'
import type { Parts } from './parts.js'
import { startStages, type Stages } from './stages.test-support.js'

let stages: Stages
let db: Db
let parts: Parts
let context: JobContext
/** A garment that is quick to draw without a GPU; made once for all tests. */
const garment = await makeGarment({ segments: 8, textureSize: 16, colourways: ['Ivory', 'Ink'] })
let cacheFolder: string
t.before(async () => {
  stages = await startStages()
  ;({ db, parts, context } = stages)
  cacheFolder = await stages.cacheDerivatives(garment)
})
t.teardown(() => stages.close())

const received = (bytes: Buffer) => stages.received(bytes)
const work = (id: string) => stages.work(id)
/** Runs a preview job, and aborts it when it stores a file and `moment` resolves to true. */
function previewDyingAt(id: string, moment: () => Promise<boolean>): Promise<void> {
  const dies = new AbortController()
  const put: Storage['put'] = async (...args) => {
    if (await moment()) dies.abort(new Error('killed'))
    return parts.storage.put(...args)
  }
  const storage: Storage = { ...parts.storage, put, fetchTo: (...args) => parts.storage.fetchTo(...args) }
  return previewUpload({ ...parts, storage })({ id, attempt: 1 }, { ...context, signal: dies.signal })
}

await t.test('a .glb becomes ready to publish, its original kept', async (t) => {
  const id = await received(garment)
  await work(id)
  const upload = (await findUpload(db, id))!
  t.same(
    upload.stages.map((entry) => entry.stage),
    ['upload', 'finished', 'processed', 'ready_to_publish'],
  )
  t.ok(upload.facts!.triangles > 0)
  t.equal(upload.report!.errors, 0)
  t.equal((await parts.storage.stat(upload.originalKey))!.bytes, garment.length)
  t.ok((await parts.storage.stat((await findModelKey(db, id))!))!.bytes > 0)

  const images = await imagesOfUploads(db, [id])
  t.same(
    images.map(({ purpose, angle, variants }) => [
      angle ?? purpose,
      ...variants.map(({ name, width, height }) => `${name} ${width}x${height}`),
    ]),
    [
      ...coverAngles.map((angle) => [
        angle,
        ...['1x.webp 308x410', '1x.jpeg 308x410', '2x.webp 616x820', '2x.jpeg 616x820'],
      ]),
      ['detail', '1x.webp 1724x924', '1x.jpeg 1724x924'],
    ],
  )
  for (const image of images) t.match(image.blurhash, /^.{28}$/)
  const [cover] = await findImages(db, [images[0]!.id])
  const file = await db
    .selectFrom('files')
    .select('key')
    .where('id', '=', cover!.variants[1]!.fileId)
    .executeTakeFirstOrThrow()
  const chunks: Buffer[] = []
  for await (const chunk of await parts.storage.get(file.key)) chunks.push(chunk as Buffer)
  const { channels } = await sharp(Buffer.concat(chunks)).stats()
  t.ok(Math.max(...channels.map((channel) => channel.stdev)) > 5, 'the picture shows something')
})

await t.test('bytes uploaded again reuse their derivatives without any tool', async (t) => {
  const [first] = await db.selectFrom('uploads').select('id').orderBy('created_at').limit(1).execute()
  const madeOf = async (id: string) => {
    const { stage, facts, report, modelBytes } = (await findUpload(db, id))!
    const images = await imagesOfUploads(db, [id])
    const pictures = images.map(({ purpose, angle, blurhash, variants }) => ({
      ...{ purpose, angle, blurhash },
      variants: variants.map(({ name, bytes }) => ({ name, bytes })),
    }))
    return { stage, facts, report, modelBytes, pictures }
  }
  const before = await madeOf(first!.id)
  t.equal(before.pictures.length, coverAngles.length + 1)
  const stored: unknown[] = []
  const put: Storage['put'] = (key, source, ...rest) => {
    stored.push('path' in source ? source.path : source)
    return parts.storage.put(key, source, ...rest)
  }
  const fetchTo: Storage['fetchTo'] = (...args) => parts.storage.fetchTo(...args)
  const bare: Parts = {
    ...{ ...parts, storage: { ...parts.storage, put, fetchTo } },
    browser: { isInstalled: () => false, get: () => Promise.reject(new Error('not needed')), close: async () => {} },
  }
  const id = await received(garment)
  await stages.work(id, 'verify')
  await processUploadFile(bare)({ id, attempt: 1 }, context)
  await previewUpload(bare)({ id, attempt: 1 }, context)
  t.same(await madeOf(id), before)
  t.same(
    stored.filter((file) => !String(file).startsWith(cacheFolder)),
    [],
    'nothing was made',
  )
})

await t.test('a .gltf with its files in a .zip passes through the same stages', async (t) => {
  const id = await received(await makeGltfZip({ segments: 8, textureSize: 16 }))
  const upload = await stages.work(id, 'verify', 'process')
  t.match(upload, { stage: 'processed', report: { errors: 0 } })
  t.ok((await parts.storage.stat((await findModelKey(db, id))!))!.bytes > 0)
})

await t.test('a `file` upload passes unchanged', async (t) => {
  const id = await stages.received(Buffer.from('PK sample'), 'studio.zip', 'file')
  const upload = await work(id)
  t.match(upload, { stage: 'ready_to_publish', modelFileId: null, report: null })
  const sent = { fileId: upload.originalFileId, name: 'studio.zip', bytes: 9, sha256: /^[0-9a-f]{64}$/ }
  t.match(await findSentFile(db, id), sent)
  t.same(await imagesOfUploads(db, [id]), [])
  // The file outlives its uploader's account. The last administrator could not be deleted, so there is another one.
  await makeUser(db, { group: 'admin' })
  await deleteAccount(db, upload.ownerId)
  t.match(await findSentFile(db, id), sent)
  t.match(await findStoredFile(db, upload.originalFileId), { bytes: 9 })
})

await t.test('Q04 a stage that runs twice at once has one effect', async (t) => {
  const id = await received(garment)
  await stages.work(id, 'verify')
  await Promise.all([1, 2].map(() => processUploadFile(parts)({ id, attempt: 1 }, context)))
  await Promise.all([1, 2].map(() => previewUpload(parts)({ id, attempt: 1 }, context)))
  const upload = (await findUpload(db, id))!
  t.same(
    upload.stages.map((entry) => entry.stage),
    ['upload', 'finished', 'processed', 'ready_to_publish'],
  )
  t.equal((await imagesOfUploads(db, [id])).length, coverAngles.length + 1)
  const models = await db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', upload.ownerId)
    .where('kind', '=', 'model')
    .execute()
  const levels = [upload.modelFileId, upload.previewFileId, upload.arFileId].filter((id) => id !== null)
  t.equal(models.length, levels.length)

  // After two requests by an operator, only a run of the newest attempt (3) changes the upload, and only once.
  t.ok(await requestModelReprocessing(db, id))
  t.ok(await requestModelReprocessing(db, id))
  for (const attempt of [2, 3, 3]) await reprocessModel(parts)({ id, attempt }, context)
  const after = (await findUpload(db, id))!
  t.match(after, { stage: 'ready_to_publish', attempt: 4, version: upload.version + 3 })
  t.not(after.modelFileId, upload.modelFileId)
  const states = await db.selectFrom('files').select('state').where('id', 'in', levels).execute()
  t.ok(
    states.every(({ state }) => state === 'deleted'),
    'what was there before makes room',
  )
})

await t.test('U06 a text file named .glb fails with a reason, and the next file succeeds', async (t) => {
  const id = await received(Buffer.from('this is not a model'))
  await work(id)
  t.match(await findUpload(db, id), { stage: 'failed', failure: { code: 'NOT_A_MODEL' } })
  const good = await received(garment)
  t.match(await stages.work(good, 'verify', 'process'), { stage: 'processed' })
})

await t.test('a retry continues from the last good stage without repeating earlier ones', async (t) => {
  const id = await received(garment)
  await stages.work(id, 'verify', 'process')
  await failUpload(db, { id, attempt: 1 }, { code: 'PROCESSING_TOO_LONG', params: {} })
  const before = await findModelKey(db, id)
  t.ok(await retryUpload(db, id))
  await previewUpload(parts)({ id, attempt: 1 }, context)
  t.match(await findUpload(db, id), { stage: 'processed' }, 'the old attempt does nothing')
  await previewUpload(parts)({ id, attempt: 2 }, context)
  t.match(await findUpload(db, id), { stage: 'ready_to_publish' })
  t.equal(await findModelKey(db, id), before)
})

await t.test(
  'Q04 when a worker dies after the first picture, the next try makes each missing picture once',
  async (t) => {
    const id = await received(garment)
    await stages.work(id, 'verify', 'process')
    const angles = async () => (await imagesOfUploads(db, [id])).map(({ angle }) => angle)
    // The further covers start once the first pictures have made the upload ready.
    const isReady = async () => (await findUpload(db, id))!.stage === 'ready_to_publish'
    await t.rejects(previewDyingAt(id, isReady), /killed/)
    t.match(await findUpload(db, id), { stage: 'ready_to_publish' }, 'nobody waits for the other angles')
    t.same(await angles(), ['three-quarter', null])
    // A failed correction raises the attempt, but the job of attempt 1 still makes the missing pictures.
    await correctUpload(db, id, { model: 'gone.glb' })
    await failCorrection(db, { id, attempt: 2 }, { code: 'ARCHIVE_WITHOUT_MODEL', params: {} })
    await Promise.all([1, 2].map(() => previewUpload(parts)({ id, attempt: 1 }, context)))
    t.same((await angles()).sort(), [...coverAngles, null].sort())
    const events = await db.selectFrom('events').select('subject_id').where('type', '=', 'image.ready').execute()
    t.equal(new Set(events.map((event) => event.subject_id)).size, events.length)
  },
)

await t.test(
  "Q04 the cover appears before the upload is ready, and survives the worker's death in between",
  async (t) => {
    const id = await received(garment)
    await stages.work(id, 'verify', 'process')
    const angles = async () => (await imagesOfUploads(db, [id])).map(({ angle }) => angle)
    await t.rejects(
      previewDyingAt(id, async () => (await angles()).length > 0),
      /killed/,
    )
    t.match(await findUpload(db, id), { stage: 'processed' })
    t.same(await angles(), ['three-quarter'])
    const [cover] = await imagesOfUploads(db, [id])
    await previewUpload(parts)({ id, attempt: 1 }, context)
    t.match(await findUpload(db, id), { stage: 'ready_to_publish' })
    t.same((await angles()).sort(), [...coverAngles, null].sort())
    t.equal((await imagesOfUploads(db, [id]))[0]!.id, cover!.id)
  },
)

await t.test('Chromium starts while the levels are made, not with the first picture', async (t) => {
  const derivativeCacheDir = undefined
  const browser = createLazyBrowser(process.env['CHROMIUM_PATH'], parts.user, context.log)
  t.teardown(() => browser.close())
  const id = await received(garment)
  await stages.work(id, 'verify')
  await processUploadFile({ ...parts, derivativeCacheDir, browser })({ id, attempt: 1 }, context)
  const { pid } = await browser.get()
  await until(() => pid() !== null)
  t.match(await findUpload(db, id), { stage: 'processed' }, 'no picture was asked for yet')
})

await t.test('further angles wait while other files are not ready, and follow automatically', async (t) => {
  // The picture of the back is not cached now, so the model has to be loaded to draw the back.
  await rm(path.join(cacheFolder, 'back'), { recursive: true })
  const id = await received(garment)
  await stages.work(id, 'verify', 'process')
  const angles = async () => (await imagesOfUploads(db, [id])).map(({ angle }) => angle)
  let others = 2
  const preview = previewUpload({ ...parts, doOthersComeFirst: async () => others-- > 0 })
  await t.rejects(preview({ id, attempt: 1 }, context), { name: 'RetryLater' })
  t.match(await findUpload(db, id), { stage: 'ready_to_publish' })
  t.same(await angles(), ['three-quarter', null])
  t.ok((await parts.browser.get()).pid(), 'the browser stays for the others')
  await t.rejects(preview({ id, attempt: 1 }, context), { name: 'RetryLater' })
  t.same(await angles(), ['three-quarter', null], 'for as long as there are others')
  await preview({ id, attempt: 1 }, context)
  t.same((await angles()).sort(), [...coverAngles, null].sort(), 'once it has given way')
})

await t.test('without Chromium the preview waits and reports it', async (t) => {
  const id = await received(garment)
  await stages.work(id, 'verify', 'process')
  const steps: string[] = []
  const bare: Parts = {
    ...parts,
    derivativeCacheDir: undefined,
    browser: {
      isInstalled: () => false,
      get: () => Promise.reject(new RetryLater('Chromium', 5)),
      close: async () => {},
    },
    report: (_id, message) => void steps.push((message.payload as { step?: string }).step ?? ''),
  }
  await t.rejects(previewUpload(bare)({ id, attempt: 1 }, context), { name: 'RetryLater' })
  t.same(steps, ['waitingForChromium'])
  t.match(await findUpload(db, id), { stage: 'processed' })
})

await t.test('without ffmpeg a model with a TGA texture waits and reports it', async (t) => {
  const id = await received(withImages([tgaOf(8)]))
  await stages.work(id, 'verify')
  const steps: string[] = []
  const bare: Parts = {
    ...parts,
    tools: () => null,
    report: (_id, message) => void steps.push((message.payload as { step?: string }).step ?? ''),
  }
  await t.rejects(processUploadFile(bare)({ id, attempt: 1 }, context), { name: 'RetryLater' })
  t.equal(steps.at(-1), 'waitingForFfmpeg')
  t.match(await findUpload(db, id), { stage: 'finished' })
  await processUploadFile(parts)({ id, attempt: 1 }, context)
  t.match(await findUpload(db, id), { stage: 'processed' })
})

await t.test('an upload with missing bytes ends in failed, without a retry', async (t) => {
  const id = await received(garment)
  const { originalKey } = (await findUpload(db, id))!
  await parts.storage.put(originalKey, Buffer.from('cut'), { contentType: 'application/octet-stream' })
  await work(id)
  t.match(await findUpload(db, id), { stage: 'failed', failure: { code: 'BYTES_MISSING' } })
})

await t.test('leaves no work folder behind, not even from a killed process', async (t) => {
  const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('toile-work-'))
  const own = `toile-work-${process.pid}-`
  t.same(
    (await folders()).filter((name) => name.startsWith(own)),
    [],
  )
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  const left = await mkdtemp(path.join(tmpdir(), `toile-work-${gone}-`))
  const alive = await mkdtemp(path.join(tmpdir(), own))
  t.teardown(() => rm(alive, { recursive: true }))
  await removeLeftWorkFolders()
  t.notOk((await folders()).includes(path.basename(left)))
  t.ok((await folders()).includes(path.basename(alive)))
})
