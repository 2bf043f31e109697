import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { InputFailure } from '@toile/contracts/failures'
import { coverAngles } from '@toile/contracts/images.constants'
import { progressReporter } from '@toile/bus/progress'
import { connectRedis } from '@toile/bus/redis'
import { NotYet, type JobContext } from '@toile/bus/worker'
import { findImages, imagesOfUploads } from '@toile/db/queries/images'
import { findModelKey, findUpload } from '@toile/db/queries/uploads'
import { failUpload, finishUpload, retryUpload } from '@toile/db/queries/uploads-stages'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import { createRunning } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import type { Storage } from '@toile/storage/storage'
import { createTestDatabase, testServer, type TestDatabase } from '@toile/testing/database'
import { makeUpload, makeUser } from '@toile/testing/factories'
import { makeGarment, makeGltfZip } from '@toile/testing/garments'
import { testConfig } from '@toile/testing/processes'
import { previewUpload } from './handlers/preview.js'
import { processUploadFile } from './handlers/process.js'
import { verifyUpload } from './handlers/verify.js'
import { failWith, type Parts } from './parts.js'
import { createPreviewBrowser } from './preview-browser.js'

let test: TestDatabase
let parts: Parts
let close: () => Promise<void>
const context: JobContext = { signal: new AbortController().signal, log: undefined as never }
t.before(async () => {
  test = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-store-'))
  const config = await testConfig({
    databaseUrl: test.url,
    redisUrl: testServer('TEST_REDIS_URL'),
    storage: { driver: 'folder', folder },
  })
  const { log } = createRunning('test', config)
  context.log = log
  const redis = connectRedis(config.redisUrl, log)
  const user = systemUser(config.mediaUser)
  const browser = createPreviewBrowser(config.chromiumPath, user, log)
  parts = { db: test.db, storage: openStorage(config.storage), report: progressReporter(redis), browser, user }
  close = async () => {
    await browser.close()
    redis.disconnect()
    await test.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
t.teardown(() => close())

/** An upload whose bytes have all come. */
async function received(bytes: Buffer): Promise<string> {
  const id = await makeUpload(test.db, await makeUser(test.db), bytes.length)
  const { original_key } = (await findUpload(test.db, id))!
  await parts.storage.put(original_key, bytes, { contentType: 'application/octet-stream' })
  await finishUpload(test.db, id)
  return id
}
/** Every stage, one after the other, as the queue would call them; bad input ends in failed. */
async function work(id: string): Promise<void> {
  for (const handler of [verifyUpload(parts), processUploadFile(parts), previewUpload(parts)]) {
    const { attempt } = (await findUpload(test.db, id))!
    try {
      await handler({ id, attempt }, context)
    } catch (error) {
      if (!(error instanceof InputFailure)) throw error
      await failWith(parts)({ id, attempt }, error)
    }
  }
}

for (const [name, make] of [
  ['a .glb', () => makeGarment({ colourways: ['Ivory', 'Ink'] })],
  ['a .gltf with its files in a .zip', () => makeGltfZip({})],
] as const)
  await t.test(`${name} becomes ready to publish, its original kept`, async (t) => {
    const original = await make()
    const id = await received(original)
    await work(id)
    const upload = (await findUpload(test.db, id))!
    t.same(
      upload.stages.map((entry) => entry.stage),
      ['upload', 'finished', 'processed', 'ready_to_publish'],
    )
    t.ok(upload.facts!.triangles > 0)
    t.equal(upload.report!.errors, 0)
    t.equal((await parts.storage.stat(upload.original_key))!.bytes, original.length)
    t.ok((await parts.storage.stat((await findModelKey(test.db, id))!))!.bytes > 0)

    const images = await imagesOfUploads(test.db, [id])
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
    const [cover] = await findImages(test.db, [images[0]!.id])
    const file = await test.db
      .selectFrom('files')
      .select('key')
      .where('id', '=', cover!.variants[1]!.fileId)
      .executeTakeFirstOrThrow()
    const chunks: Buffer[] = []
    for await (const chunk of await parts.storage.get(file.key)) chunks.push(chunk as Buffer)
    const { channels } = await sharp(Buffer.concat(chunks)).stats()
    t.ok(Math.max(...channels.map((channel) => channel.stdev)) > 5, 'the picture shows something')
  })

await t.test('Q04 a stage that runs twice at once happens once', async (t) => {
  const id = await received(await makeGarment({}))
  await verifyUpload(parts)({ id, attempt: 1 }, context)
  await Promise.all([1, 2].map(() => processUploadFile(parts)({ id, attempt: 1 }, context)))
  await Promise.all([1, 2].map(() => previewUpload(parts)({ id, attempt: 1 }, context)))
  const upload = (await findUpload(test.db, id))!
  t.same(
    upload.stages.map((entry) => entry.stage),
    ['upload', 'finished', 'processed', 'ready_to_publish'],
  )
  t.equal((await imagesOfUploads(test.db, [id])).length, coverAngles.length + 1)
  const models = await test.db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', upload.owner_id)
    .where('kind', '=', 'model')
    .execute()
  t.equal(models.length, upload.preview_file_id ? 2 : 1)
})

await t.test('U06 a text file named .glb fails with a reason, and the next file is fine', async (t) => {
  const id = await received(Buffer.from('this is not a model'))
  await work(id)
  t.match(await findUpload(test.db, id), { stage: 'failed', failure: { code: 'NOT_A_MODEL' } })
  const good = await received(await makeGarment({}))
  await verifyUpload(parts)({ id: good, attempt: 1 }, context)
  await processUploadFile(parts)({ id: good, attempt: 1 }, context)
  t.match(await findUpload(test.db, good), { stage: 'processed' })
})

await t.test('retry goes on from the last good stage and does not do the earlier ones again', async (t) => {
  const id = await received(await makeGarment({}))
  await verifyUpload(parts)({ id, attempt: 1 }, context)
  await processUploadFile(parts)({ id, attempt: 1 }, context)
  await failUpload(test.db, { id, attempt: 1 }, { code: 'PROCESSING_TOO_LONG', params: {} })
  const before = await findModelKey(test.db, id)
  t.ok(await retryUpload(test.db, id))
  await previewUpload(parts)({ id, attempt: 1 }, context)
  t.match(await findUpload(test.db, id), { stage: 'processed' }, 'the old attempt does nothing')
  await previewUpload(parts)({ id, attempt: 2 }, context)
  t.match(await findUpload(test.db, id), { stage: 'ready_to_publish' })
  t.equal(await findModelKey(test.db, id), before)
})

await t.test(
  'Q04 a worker that dies after the first picture: the next try makes the others, and each once',
  async (t) => {
    const id = await received(await makeGarment({}))
    await verifyUpload(parts)({ id, attempt: 1 }, context)
    await processUploadFile(parts)({ id, attempt: 1 }, context)
    const dies = new AbortController()
    const angles = async () => (await imagesOfUploads(test.db, [id])).map(({ angle }) => angle)
    const put: Storage['put'] = async (...args) => {
      // The second batch of pictures comes once the first has made the upload ready.
      if ((await findUpload(test.db, id))!.stage === 'ready_to_publish') dies.abort(new Error('killed'))
      return parts.storage.put(...args)
    }
    const storage: Storage = { ...parts.storage, put, fetchTo: (...args) => parts.storage.fetchTo(...args) }
    await t.rejects(
      previewUpload({ ...parts, storage })({ id, attempt: 1 }, { ...context, signal: dies.signal }),
      /killed/,
    )
    t.match(await findUpload(test.db, id), { stage: 'ready_to_publish' }, 'nobody waits for the other angles')
    t.same(await angles(), ['three-quarter', null])
    await Promise.all([1, 2].map(() => previewUpload(parts)({ id, attempt: 1 }, context)))
    t.same((await angles()).sort(), [...coverAngles, null].sort())
    const told = await test.db.selectFrom('events').select('subject_id').where('type', '=', 'image.ready').execute()
    t.equal(new Set(told.map((event) => event.subject_id)).size, told.length)
  },
)

await t.test('without Chromium the preview waits and says so', async (t) => {
  const id = await received(await makeGarment({}))
  await verifyUpload(parts)({ id, attempt: 1 }, context)
  await processUploadFile(parts)({ id, attempt: 1 }, context)
  const steps: string[] = []
  const bare: Parts = {
    ...parts,
    browser: { isThere: () => false, get: () => Promise.reject(new NotYet('Chromium', 5)), close: async () => {} },
    report: (_id, message) => void steps.push((message.payload as { step?: string }).step ?? ''),
  }
  await t.rejects(previewUpload(bare)({ id, attempt: 1 }, context), { name: 'NotYet' })
  t.same(steps, ['waitingForChromium'])
  t.match(await findUpload(test.db, id), { stage: 'processed' })
})

await t.test('bytes that are not all there end in failed, not in a retry', async (t) => {
  const id = await received(await makeGarment({}))
  const { original_key } = (await findUpload(test.db, id))!
  await parts.storage.put(original_key, Buffer.from('cut'), { contentType: 'application/octet-stream' })
  await work(id)
  t.match(await findUpload(test.db, id), { stage: 'failed', failure: { code: 'BYTES_MISSING' } })
})

await t.test('no work folder is left behind, not even by a killed process', async (t) => {
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
