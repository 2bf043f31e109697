import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import {
  MAX_VIDEO_RESTARTS,
  videoArrows,
  videoStatuses,
  type VideoStatus,
} from '@toile/contracts/videos/videos.constants'
import { storageKey } from '@toile/storage/keys'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser, makeVideo } from '@toile/testing/factories'
import { inTransaction } from '../client.js'
import type { NewFile } from '../files/files.js'
import { findUpload } from '../uploads/uploads.js'
import { admitWaiting } from '../files/admission-queues.js'
import { retryUpload, stuckUploads } from '../uploads/uploads-transitions.js'
import type { User } from '../users/users.js'
import { findVideoJob, isVideoWanted, videosOfUploads } from './videos.js'
import {
  addRendition,
  describeVideo,
  failVideo,
  moveVideo,
  readyVideo,
  receiveVideo,
  redriveVideo,
  stuckVideos,
} from './videos-transitions.js'
import { insertWorkVersion } from '../works/work-versions.js'
import { deleteWork, insertWork, moveWork, updateWork } from '../works/works-transitions.js'

let test: TestDatabase
let owner: User
t.before(async () => {
  test = await createTestDatabase()
})
t.beforeEach(async () => {
  owner = await makeUser(test.db)
})
t.teardown(() => test.drop())

const file = (kind: NewFile['kind'] = 'video'): NewFile => {
  const id = newId()
  const key = storageKey('videos', id, { name: 'mp4.360.1', hash: 'abc', extension: 'mp4' })
  return { id, ownerId: owner.id, kind, key, contentType: 'video/mp4', bytes: 10, sha256: 'abc', state: 'stored' }
}
const size = (side: number) => ({ name: `mp4.${side}`, width: side, height: side })
const board = () => ({ shape: { columns: 1, count: 1, width: 2, height: 2, secondsApart: 1 }, file: file() })
const videoOf = async (uploadId: string) => (await videosOfUploads(test.db, [uploadId]))[0]
const stageOf = async (uploadId: string) => (await findUpload(test.db, uploadId))!.stage
const eventsOf = async (id: string) =>
  (await test.db.selectFrom('events').select('type').where('subject_id', '=', id).orderBy('version').execute()).map(
    ({ type }) => type,
  )

await t.test('a video moves its upload along, each stage once', async (t) => {
  const { uploadId, videoId } = await makeVideo(test.db, owner)
  t.equal(await receiveVideo(test.db, { id: uploadId, ownerId: owner.id }), false, 'delivered twice, received once')
  const move = { id: videoId, attempt: 1 }
  t.equal(await addRendition(test.db, move, { ...size(360), file: file() }), false, 'not before it is worked on')
  await moveVideo(test.db, { ...move, to: 'processing' })
  t.equal(await stageOf(uploadId), 'finished')
  await addRendition(test.db, move, { ...size(360), file: file() })
  t.equal(await stageOf(uploadId), 'processed', 'the first size plays')
  await addRendition(test.db, move, { ...size(360), file: file() })
  await addRendition(test.db, move, { ...size(720), file: file() })
  t.match(await videoOf(uploadId), { status: 'processing', renditions: [{ name: 'mp4.360' }, { name: 'mp4.720' }] })
  t.equal(await readyVideo(test.db, move, board()), true)
  t.equal(await readyVideo(test.db, move, board()), false)
  t.equal(await stageOf(uploadId), 'ready_to_publish')
  t.same(await eventsOf(videoId), [
    'video.received',
    'video.processing',
    'video.playable',
    'video.playable',
    'video.ready',
  ])
})

await t.test('only allowed transitions apply, and only for the current attempt', async (t) => {
  for (const from of videoStatuses)
    for (const to of videoStatuses) {
      const { videoId } = await makeVideo(test.db, owner)
      const way: VideoStatus[] = { pending: [], processing: [], ready: [], failed: [] }[from]
      if (from === 'processing' || from === 'ready') way.push('processing')
      if (from === 'ready' || from === 'failed') way.push(from)
      for (const step of way) await moveVideo(test.db, { id: videoId, attempt: 1, to: step })
      t.equal(await moveVideo(test.db, { id: videoId, attempt: 2, to }), false, 'another attempt')
      t.equal(
        await moveVideo(test.db, { id: videoId, attempt: 1, to }),
        videoArrows[from].includes(to),
        `${from} ${to}`,
      )
    }
})

await t.test('a failure fails video and upload; a retry starts again and keeps the renditions', async (t) => {
  const { uploadId, videoId } = await makeVideo(test.db, owner)
  await moveVideo(test.db, { id: videoId, attempt: 1, to: 'processing' })
  await addRendition(test.db, { id: videoId, attempt: 1 }, { ...size(360), file: file() })
  await failVideo(test.db, { id: videoId, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  t.match(await findUpload(test.db, uploadId), { stage: 'failed', failure: { code: 'PROCESSING_FAILED' } })
  t.ok(await retryUpload(test.db, uploadId))
  const row = (await findUpload(test.db, uploadId))!
  t.equal(row.stage, 'processed')
  t.equal(await receiveVideo(test.db, row), true)
  t.match(await videoOf(uploadId), { status: 'pending', attempt: 2, failure: null, renditions: { length: 1 } })
})

await t.test('Q14 the sweep restarts a stuck video, not its upload; after the last attempt both fail', async (t) => {
  const { uploadId, videoId } = await makeVideo(test.db, owner)
  await admitWaiting(test.db, 'videos', 1_000)
  const all = { seconds: 0, limit: 1_000 }
  const isStuck = async () => (await stuckVideos(test.db, all)).find(({ id }) => id === videoId)
  const isUploadStuck = async () => (await stuckUploads(test.db, all)).some(({ id }) => id === uploadId)
  for (let i = 0; i < MAX_VIDEO_RESTARTS; i++) {
    t.equal(await isUploadStuck(), false)
    t.equal(await redriveVideo(test.db, (await isStuck())!), true)
  }
  t.equal(await redriveVideo(test.db, (await isStuck())!), true)
  t.equal(await isStuck(), undefined)
  t.match(await videoOf(uploadId), { status: 'failed' })
  t.equal(await stageOf(uploadId), 'failed')
})

await t.test('U21 a video’s files are public exactly while a released public work shows them', async (t) => {
  const { uploadId, videoId } = await makeVideo(test.db, owner)
  await moveVideo(test.db, { id: videoId, attempt: 1, to: 'processing' })
  await addRendition(test.db, { id: videoId, attempt: 1 }, { ...size(360), file: file() })
  await readyVideo(test.db, { id: videoId, attempt: 1 }, board())
  const id = newId()
  await inTransaction(test.db, (trx) => insertWork(trx, { id, ownerId: owner.id, video_upload_id: uploadId }))
  const isPublic = async () => {
    const video = (await videoOf(uploadId))!
    return [video.renditions[0]!.public, video.storyboardPublic]
  }
  t.same(await isPublic(), [false, false])
  await inTransaction(test.db, (trx) => moveWork(trx, id, 'released'))
  t.same(await isPublic(), [true, true])
  await inTransaction(test.db, (trx) => moveWork(trx, id, 'trashed'))
  t.same(await isPublic(), [false, false])
})

await t.test('deleting a work deletes its video, but not an image of it that another work shows', async (t) => {
  const { uploadId, videoId } = await makeVideo(test.db, owner)
  const move = { id: videoId, attempt: 1 }
  await moveVideo(test.db, { ...move, to: 'processing' })
  const poster = (purpose: 'inline' | 'cover') => ({
    id: newId(),
    ownerId: owner.id,
    uploadId,
    purpose,
    width: 1,
    height: 1,
    blurhash: null,
    angle: null,
    variants: [{ name: '1x', width: 1, height: 1, format: 'webp', file: file('image') }],
  })
  const cover = poster('cover')
  await describeVideo(test.db, move, { width: 2, height: 1, durationSeconds: 3, hasAudio: true }, [
    poster('inline'),
    cover,
  ])
  await describeVideo(test.db, move, { width: 2, height: 1, durationSeconds: 3, hasAudio: true }, [poster('inline')])
  await addRendition(test.db, move, { ...size(360), file: file() })
  t.match(await findVideoJob(test.db, videoId), { hasPoster: true, renditions: { length: 1 } })
  const [id, other] = [newId(), newId()]
  await inTransaction(test.db, async (trx) => {
    await insertWork(trx, { id, ownerId: owner.id, video_upload_id: uploadId })
    await insertWork(trx, { id: other, ownerId: owner.id, cover_id: cover.id })
    await moveWork(trx, id, 'trashed')
  })
  t.ok(await isVideoWanted(test.db, move))
  t.ok(await deleteWork(test.db, id))
  t.notOk(await isVideoWanted(test.db, move), 'who works on it stops')
  t.notOk(await findUpload(test.db, uploadId))
  const files = await test.db.selectFrom('files').select(['kind', 'state']).where('owner_id', '=', owner.id).execute()
  t.same(files.map(({ kind, state }) => `${kind} ${state}`).sort(), [
    'image deleted',
    'image stored',
    'original deleted',
    'video deleted',
  ])
})

await t.test('a video moved to another work stays while a version of the first one uses it', async (t) => {
  const { uploadId } = await makeVideo(test.db, owner)
  const [first, second] = [newId(), newId()]
  await inTransaction(test.db, async (trx) => {
    await insertWork(trx, { id: first, ownerId: owner.id, video_upload_id: uploadId })
    await insertWorkVersion(trx, first)
    await updateWork(trx, first, { video_upload_id: null })
    await insertWork(trx, { id: second, ownerId: owner.id, video_upload_id: uploadId })
    await moveWork(trx, second, 'trashed')
  })
  t.ok(await deleteWork(test.db, second))
  t.ok(await findUpload(test.db, uploadId))
  const { originalFileId: id } = (await findUpload(test.db, uploadId))!
  t.match(await test.db.selectFrom('files').select('state').where('id', '=', id).execute(), [
    { state: /stored|pending/ },
  ])
})
