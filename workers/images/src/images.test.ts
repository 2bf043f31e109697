import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ChildProcess } from 'node:child_process'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { openQueues, type Queues } from '@toile/bus/queues'
import type { JobContext } from '@toile/bus/worker'
import { newId } from '@toile/contracts/ids'
import type { Crop } from '@toile/contracts/images/images'
import { inTransaction } from '@toile/db/client'
import { insertFile } from '@toile/db/files/files'
import { findImages, showImage } from '@toile/db/images/images'
import {
  failImage,
  moveImage,
  receiveImage,
  redriveImage,
  requestImageReprocessing,
  stuckImages,
} from '@toile/db/images/images-transitions'
import type { Config } from '@toile/runtime/config'
import { createRunning } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { storageKey } from '@toile/storage/keys'
import { openStorage } from '@toile/storage/open'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { phoneJpeg } from '@toile/testing/files/pictures'
import { forkProcess, testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { processImage, reprocessImage, type Parts } from './handlers/process.js'

let test: TestDatabase
let server: TestRedis
let queues: Queues
let parts: Parts
let config: Config
let folder: string
const context: JobContext = { signal: new AbortController().signal, log: undefined as never }
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestRedis()
  folder = await mkdtemp(path.join(tmpdir(), 'toile-store-'))
  config = await testConfig({ databaseUrl: test.url, redisUrl: server.url, storage: { driver: 'folder', folder } })
  const { log } = createRunning('test', config)
  queues = openQueues(server.url, log)
  parts = { db: test.db, storage: await openStorage(config.storage), user: systemUser(config.mediaUser) }
})
t.teardown(async () => {
  await queues.close()
  await server.stop()
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

async function received(bytes: Buffer, crop: Crop | null = null): Promise<string> {
  const owner = await makeUser(test.db)
  const [id, fileId] = [newId(), newId()]
  const key = storageKey('originals', id)
  await parts.storage.put(key, bytes, { contentType: 'application/octet-stream' })
  await inTransaction(test.db, async (trx) => {
    await insertFile(trx, {
      id: fileId,
      ownerId: owner.id,
      kind: 'original',
      key,
      contentType: 'application/octet-stream',
      bytes: bytes.length,
      sha256: null,
      state: 'pending',
    })
    const original = { fileId, bytes: bytes.length, sha256: 'abc' }
    await receiveImage(trx, { id, ownerId: owner.id, purpose: 'cover', crop, original })
  })
  return id
}
const imageAt = async (id: string) => (await findImages(test.db, [id]))[0]!

await t.test('a phone picture becomes every size and format, stored as its rows say', async (t) => {
  const id = await received(await phoneJpeg(6), { x: 0, y: 0, width: 300, height: 400 })
  await processImage(parts)({ id, attempt: 1 }, context)
  const image = await imageAt(id)
  t.match(image, { status: 'ready', width: 308, height: 410, blurhash: /^.{28}$/, version: 3 })
  t.same(
    image.variants.map(({ name }) => name),
    ['1x.webp', '1x.jpeg', '2x.webp', '2x.jpeg'],
  )
  for (const { fileId, width, height, format, bytes } of image.variants) {
    const file = await test.db
      .selectFrom('files')
      .select(['key', 'content_type'])
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
    const stored = await buffer(await parts.storage.get(file.key))
    t.equal(stored.length, bytes)
    t.equal(file.content_type, `image/${format}`)
    t.match(await sharp(stored).metadata(), { width, height, format })
  }

  // An operator requests new variants twice. Attempt 2 is outdated, and the repeated attempt 3 finds nothing to do.
  // The new variants are as public as the old ones, whose files are removed.
  await showImage(test.db, id, true)
  t.ok(await requestImageReprocessing(test.db, id))
  t.ok(await requestImageReprocessing(test.db, id))
  for (const attempt of [2, 3, 3]) await reprocessImage(parts)({ id, attempt }, context)
  const after = await imageAt(id)
  t.match(after, { status: 'ready', width: 308, height: 410, variants: { length: 4 } })
  const files = (ids: string[]) =>
    test.db.selectFrom('files').select(['state', 'public']).where('id', 'in', ids).execute()
  const [now, before] = await Promise.all([after, image].map((of) => files(of.variants.map(({ fileId }) => fileId))))
  t.strictSame(now, Array(4).fill({ state: 'stored', public: true }))
  t.strictSame(before, Array(4).fill({ state: 'deleted', public: false }))
})

await t.test(
  'Q04 two workers with two attempts make one set of variants, and the older attempt changes nothing',
  async (t) => {
    const id = await received(await phoneJpeg(1))
    await moveImage(test.db, { id, to: 'processing', attempt: 1 })
    await redriveImage(test.db, { id, attempt: 1, redrives: 0 })
    await Promise.all([1, 2, 2].map((attempt) => processImage(parts)({ id, attempt }, context)))
    const image = await imageAt(id)
    t.match(image, { status: 'ready', variants: { length: 4 } })
    await processImage(parts)({ id, attempt: 2 }, context)
    t.equal((await imageAt(id)).version, image.version, 'delivered again, it does nothing')
  },
)

await t.test('U06 bad input is refused with its own code and without a retry', async (t) => {
  const id = await received(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await t.rejects(processImage(parts)({ id, attempt: 1 }, context), { name: 'InputFailure', code: 'NOT_AN_IMAGE' })
  await failImage(test.db, { id, attempt: 1 }, { code: 'NOT_AN_IMAGE', params: {} })
  t.match(await imageAt(id), { status: 'failed', failure: { code: 'NOT_AN_IMAGE' } })
  const lost = await received(await phoneJpeg(1))
  await parts.storage.remove(storageKey('originals', lost))
  await t.rejects(processImage(parts)({ id: lost, attempt: 1 }, context), { code: 'BYTES_MISSING' })
})

await t.test('Q14 another worker finishes a picture when one is killed in the middle', async (t) => {
  const id = await received(await phoneJpeg(8, 4_000, 3_000))
  const workers: ChildProcess[] = []
  t.teardown(() => workers.forEach((worker) => worker.kill('SIGKILL')))
  const start = () => workers.push(forkProcess(new URL('./main.js', import.meta.url), config))
  const untilIt = (status: string) => until(async () => (await imageAt(id)).status === status)
  await queues.add([{ name: 'image.process', payload: { id, attempt: 1 } }])
  start()
  await untilIt('processing')
  workers[0]!.kill('SIGKILL')
  t.equal((await imageAt(id)).status, 'processing', 'it died before the end')
  start()
  await untilIt('ready')
  t.match(await imageAt(id), { variants: { length: 4 }, version: 3 })
  t.same(await stuckImages(test.db, { seconds: 0, limit: 10 }).then((all) => all.filter((one) => one.id === id)), [])
})
