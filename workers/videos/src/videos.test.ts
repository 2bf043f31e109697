import type { ChildProcess } from 'node:child_process'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { openQueues, type Queues } from '@toile/bus/queues'
import type { LiveMessage } from '@toile/bus/live-stream'
import type { JobContext } from '@toile/bus/worker'
import { newId } from '@toile/contracts/ids'
import type { UploadStageMessage } from '@toile/contracts/uploads/uploads'
import { inTransaction } from '@toile/db/client'
import { imagesOfUploads } from '@toile/db/images/images'
import { findUpload } from '@toile/db/uploads/uploads'
import { isVideoWanted, videosOfUploads } from '@toile/db/videos/videos'
import { failVideo, moveVideo, receiveVideo, redriveVideo } from '@toile/db/videos/videos-transitions'
import { retryUpload } from '@toile/db/uploads/uploads-transitions'
import { findWork } from '@toile/db/works/works'
import { deleteWork, insertWork, moveWork } from '@toile/db/works/works-transitions'
import { findFfmpeg } from '@toile/media/videos/executable'
import type { Config } from '@toile/runtime/config'
import { createRunning } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser, makeVideo } from '@toile/testing/factories'
import { forkProcess, testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { makeClip } from '@toile/testing/files/videos'
import { until } from '@toile/testing/until'
import { processVideo } from './handlers/process.js'
import type { Parts } from './parts.js'

let test: TestDatabase
let server: TestRedis
let queues: Queues
let parts: Parts
let config: Config
let folder: string
let reported: UploadStageMessage[] = []
const context: JobContext = { signal: new AbortController().signal, log: undefined as never }
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestRedis()
  folder = await mkdtemp(path.join(tmpdir(), 'toile-store-'))
  config = await testConfig({ databaseUrl: test.url, redisUrl: server.url, storage: { driver: 'folder', folder } })
  const { log } = createRunning('test', config)
  queues = openQueues(server.url, log)
  parts = {
    db: test.db,
    storage: await openStorage(config.storage),
    report: (_id, message) => void reported.push((message as LiveMessage<'upload:stage'>).payload),
    tools: () => findFfmpeg(config.ffmpegPath),
    user: systemUser(config.mediaUser),
  }
})
t.beforeEach(() => void (reported = []))
t.teardown(async () => {
  await queues.close()
  await server.stop()
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

async function received(file: string | Buffer) {
  const bytes = typeof file === 'string' ? await readFile(file) : file
  const owner = await makeUser(test.db)
  const made = await makeVideo(test.db, owner, bytes.length)
  await parts.storage.put(made.key, bytes, { contentType: 'application/octet-stream' })
  return { ...made, owner, id: made.videoId }
}
const videoOf = async (uploadId: string) => (await videosOfUploads(test.db, [uploadId]))[0]!

await t.test('a video becomes its sizes, poster, cover and storyboard, stored as its rows say', async (t) => {
  const { id, uploadId } = await received(await makeClip(folder, 'clip.mp4', { size: '720x1280', rate: 10 }))
  await processVideo(parts)({ id, attempt: 1 }, context)
  const video = await videoOf(uploadId)
  t.match(video, {
    status: 'ready',
    width: 720,
    height: 1280,
    hasAudio: true,
    storyboard: { count: 2, columns: 2 },
    renditions: [{ name: 'mp4.360', width: 360, height: 640 }, { name: 'mp4.720' }],
  })
  for (const { fileId, bytes } of video.renditions) {
    const file = await test.db
      .selectFrom('files')
      .select(['key', 'content_type', 'kind'])
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
    t.match(file, { content_type: 'video/mp4', kind: 'video' })
    t.equal((await parts.storage.stat(file.key))?.bytes, bytes)
  }
  const pictures = await imagesOfUploads(test.db, [uploadId])
  t.match(pictures, [
    { purpose: 'cover', width: 308, height: 410 },
    { purpose: 'inline', width: 563, height: 1000, blurhash: String },
  ])
  t.match(await findUpload(test.db, uploadId), { stage: 'ready_to_publish' })
  const steps = [...new Set(reported.map(({ step }) => step))]
  t.same(
    steps.filter((step) => step !== 'sizes' && step !== 'play'),
    ['probe', 'poster', 'storyboard'],
  )
  t.ok(reported.every(({ progress }) => progress >= 0 && progress <= 1))
})

await t.test(
  'Q04 two workers with two attempts make one set of sizes, and the older attempt changes nothing',
  async (t) => {
    const { id, uploadId, owner } = await received(
      await makeClip(folder, 'small.mp4', { size: '160x120', seconds: 1, rate: 5 }),
    )
    const workId = newId()
    await inTransaction(test.db, (trx) => insertWork(trx, { id: workId, ownerId: owner.id }))
    await test.db.updateTable('uploads').set({ joins_work_id: workId }).where('id', '=', uploadId).execute()
    await moveVideo(test.db, { id, to: 'processing', attempt: 1 })
    await redriveVideo(test.db, { id, attempt: 1, redrives: 0 })
    await Promise.all([1, 2, 2].map((attempt) => processVideo(parts)({ id, attempt }, context)))
    const video = await videoOf(uploadId)
    t.match(video, { status: 'ready', renditions: { length: 1 } })
    t.equal((await imagesOfUploads(test.db, [uploadId])).length, 2)
    await processVideo(parts)({ id, attempt: 2 }, context)
    t.equal((await videoOf(uploadId)).version, video.version, 'delivered again, it does nothing')
    const { videoUploadId, version } = (await findWork(test.db, workId))!
    t.match({ videoUploadId, version }, { videoUploadId: uploadId, version: 2 }, 'and it joined its work, once')
  },
)

await t.test('U05 bad input is refused with its own code, which its upload shows', async (t) => {
  const { id, uploadId, key } = await received(Buffer.from('#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n'))
  await t.rejects(processVideo(parts)({ id, attempt: 1 }, context), { name: 'InputFailure', code: 'NOT_A_VIDEO' })
  await failVideo(test.db, { id, attempt: 1 }, { code: 'NOT_A_VIDEO', params: {} })
  t.match(await findUpload(test.db, uploadId), { stage: 'failed', failure: { code: 'NOT_A_VIDEO' } })
  await parts.storage.remove(key)
  await retryUpload(test.db, uploadId)
  await receiveVideo(test.db, (await findUpload(test.db, uploadId))!)
  await t.rejects(processVideo(parts)({ id, attempt: 2 }, context), { code: 'BYTES_MISSING' })
})

await t.test('a video waits while ffmpeg is being installed, and uses no attempt', async (t) => {
  const { id, uploadId } = await received(Buffer.from('x'))
  const without = { ...parts, tools: () => findFfmpeg(path.join(folder, 'ffmpeg')) }
  await t.rejects(processVideo(without)({ id, attempt: 1 }, context), { name: 'RetryLater' })
  t.match(reported, [{ step: 'waitingForFfmpeg', stage: 'finished' }])
  t.match(await videoOf(uploadId), { status: 'pending' })
})

await t.test('stops the work on a video deleted with its work', async (t) => {
  const { id, uploadId, owner } = await received(
    await makeClip(folder, 'long.mp4', { size: '1280x720', seconds: 10, rate: 10 }),
  )
  const workId = newId()
  await inTransaction(test.db, (trx) => insertWork(trx, { id: workId, ownerId: owner.id, video_upload_id: uploadId }))
  const run = processVideo(parts)({ id, attempt: 1 }, context)
  await until(async () => reported.some(({ step, progress }) => step === 'play' && progress > 2 / 3))
  await inTransaction(test.db, async (trx) => void (await moveWork(trx, workId, 'trashed')))
  await deleteWork(test.db, workId)
  await run
  t.notOk(await isVideoWanted(test.db, { id, attempt: 1 }))
  t.match(await videosOfUploads(test.db, [uploadId]), [])
  const files = await test.db.selectFrom('files').select('state').where('owner_id', '=', owner.id).execute()
  t.ok(files.every(({ state }) => state === 'deleted'))
})

await t.test('Q14 another worker finishes a video when one is killed in the middle', async (t) => {
  const { id, uploadId } = await received(
    await makeClip(folder, 'killed.mp4', { size: '1280x720', seconds: 10, rate: 10 }),
  )
  const workers: ChildProcess[] = []
  t.teardown(() => workers.forEach((worker) => worker.kill('SIGKILL')))
  const start = () => workers.push(forkProcess(new URL('./main.js', import.meta.url), config))
  await queues.add([{ name: 'video.process', payload: { id, attempt: 1 } }])
  start()
  await until(async () => (await videoOf(uploadId)).renditions.length === 1)
  workers[0]!.kill('SIGKILL')
  t.match(await videoOf(uploadId), { status: 'processing' }, 'it died before the end')
  const [first] = (await videoOf(uploadId)).renditions
  start()
  await until(async () => (await videoOf(uploadId)).status === 'ready')
  const video = await videoOf(uploadId)
  t.equal(video.renditions.find(({ name }) => name === first!.name)?.fileId, first!.fileId, 'what was made is kept')
  t.match(video, { renditions: { length: 2 } })
})
