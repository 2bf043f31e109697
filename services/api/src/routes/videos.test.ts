import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { Upload } from '@toile/contracts/uploads/uploads'
import type { Video } from '@toile/contracts/videos/videos'
import type { Work } from '@toile/contracts/works/works'
import type { User } from '@toile/db/users/users'
import { videosOfUploads } from '@toile/db/videos/videos'
import { addRendition, describeVideo, failVideo, moveVideo, readyVideo } from '@toile/db/videos/videos-transitions'
import { storageKey } from '@toile/storage/keys'
import { makeVideo } from '@toile/testing/factories'
import { announce, append, startTestApi, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const file = async (owner: User, kind: 'image' | 'video') => {
  const id = newId()
  const key = storageKey(kind === 'image' ? 'images' : 'videos', id, { name: 'a', hash: 'b', extension: 'mp4' })
  await api.storage.put(key, Buffer.from('0123456789'), { contentType: 'video/mp4' })
  const contentType = kind === 'image' ? 'image/webp' : 'video/mp4'
  return { id, ownerId: owner.id, kind, key, contentType, bytes: 10, sha256: 'abc', state: 'stored' } as const
}

async function made(owner: User, isReady: boolean) {
  const { uploadId, videoId } = await makeVideo(api.db, owner)
  const move = { id: videoId, attempt: 1 }
  const coverId = newId()
  await moveVideo(api.db, { ...move, to: 'processing' })
  const size = { width: 1, height: 1, blurhash: null, angle: null }
  const whose = { ownerId: owner.id, uploadId, ...size }
  const variant = async () => ({ name: '1x', width: 1, height: 1, format: 'webp', file: await file(owner, 'image') })
  await describeVideo(api.db, move, { width: 640, height: 360, durationSeconds: 3, hasAudio: true }, [
    { ...whose, id: newId(), purpose: 'inline', variants: [await variant()] },
    { ...whose, id: coverId, purpose: 'cover', variants: [await variant()] },
  ])
  await addRendition(api.db, move, { name: 'mp4.360', width: 640, height: 360, file: await file(owner, 'video') })
  const shape = { columns: 3, count: 3, width: 160, height: 90, secondsApart: 1 }
  if (isReady) await readyVideo(api.db, move, { shape, file: await file(owner, 'video') })
  return { uploadId, videoId, coverId }
}

await t.test('a video arrives by tus, below its own limit, and is listed among the uploads', async (t) => {
  const ann = await api.person()
  const path = (await announce(ann, 4, { kind: 'video', filename: 'walk.mov' })).headers.get('location')!
  t.equal((await append(api.url, ann.token, path, 0, Buffer.from('abcd'))).status, 204)
  t.match(await (await ann.call('GET', path)).json(), {
    kind: 'video',
    filename: 'walk.mov',
    stage: 'upload',
    received: 4,
  })
})

await t.test('a video plays from its first size on, and its upload shows it', async (t) => {
  const ann = await api.person()
  const { uploadId, videoId } = await made(ann.user, false)
  const upload = (await (await ann.call('GET', `/uploads/${uploadId}`)).json()) as Upload
  t.match(upload, {
    stage: 'processed',
    video: { id: videoId, status: 'processing', storyboard: null, variants: [{ name: 'mp4.360', format: 'mp4' }] },
  })
  const part = await fetch(upload.video!.variants[0]!.url, { headers: { range: 'bytes=2-4' } })
  t.equal(part.status, 206)
  t.equal(await part.text(), '234')
  // U17: served content runs no scripts.
  t.match(Object.fromEntries(part.headers), {
    'content-type': 'video/mp4',
    'content-disposition': 'inline',
    'content-security-policy': /sandbox/,
    'cache-control': /private/,
  })
})

await t.test('A02 only its owner can put a video into a work, and not as a 3D file', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const { uploadId, videoId } = await made(ann.user, true)
  t.match((await (await ann.call('GET', `/videos/${videoId}`)).json()) as Video, { id: videoId, status: 'ready' })
  const stolen = await bob.call('POST', '/works', { body: { videoUploadId: uploadId } })
  t.match(await stolen.json(), { fields: { videoUploadId: [String] } })
  const asModel = await ann.call('POST', '/works', { body: { uploadId } })
  t.match(await asModel.json(), { fields: { uploadId: [String] } }, 'a video is no 3D file')
})

await t.test('a work may contain only a video, and is published once that is complete', async (t) => {
  const ann = await api.person()
  const fields = { title: 'A walk', intro: 'On the runway', categories: ['dress'], tags: ['silk'] }
  const early = await made(ann.user, false)
  const body = { ...fields, videoUploadId: early.uploadId, coverId: early.coverId }
  const draft = (await (await ann.call('POST', '/works', { body })).json()) as Work
  const refused = await ann.call('POST', `/works/${draft.id}/publish`)
  t.match(await refused.json(), { fields: { videoUploadId: [String], uploadId: undefined } })
  const twice = await ann.call('POST', '/works', { body: { videoUploadId: early.uploadId } })
  t.equal(twice.status, 409, 'of one work only')

  const { uploadId, coverId } = await made(ann.user, true)
  await ann.call('PATCH', `/works/${draft.id}`, { body: { videoUploadId: uploadId, coverId } })
  t.equal((await ann.call('POST', `/works/${draft.id}/publish`)).status, 200)
  const work = (await (await fetch(`${api.url}/works/${draft.id}`)).json()) as Work
  t.match(work, { videoUploadId: uploadId, model: null, previews: [], video: { poster: { purpose: 'inline' } } })
  const urls = [work.video!.variants[0]!.url, work.video!.storyboard!.url, work.video!.poster!.variants[0]!.url]
  for (const url of urls) {
    t.notMatch(url, /signature/)
    t.equal((await fetch(url)).status, 200)
  }
  await ann.call('POST', `/works/${draft.id}/trash`)
  for (const url of urls) t.equal((await fetch(url)).status, 404, 'U21 gone with the work')
  t.equal((await ann.call('DELETE', `/works/${draft.id}`)).status, 204)
  t.equal((await ann.call('GET', `/uploads/${uploadId}`)).status, 404, 'deleted for good with it')
})

await t.test("explains a failure in the owner's language", async (t) => {
  const ann = await api.person()
  const { uploadId, videoId } = await makeVideo(api.db, ann.user)
  await failVideo(api.db, { id: videoId, attempt: 1 }, { code: 'VIDEO_TOO_LONG', params: { limitMinutes: 15 } })
  const shown = await ann.call('GET', `/uploads/${uploadId}`, { headers: { 'accept-language': 'zh-CN' } })
  t.match(await shown.json(), {
    stage: 'failed',
    retryable: false,
    failure: { message: '视频最长 15 分钟，请缩短后重新上传。' },
  })
  t.match(await videosOfUploads(api.db, [uploadId]), [{ status: 'failed' }])
})
