import { createHash } from 'node:crypto'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { addLesson, insertCourse, showCourse } from '@toile/db/courses/courses-backstage'
import type { NewFile } from '@toile/db/files/files'
import type { User } from '@toile/db/users/users'
import { storeFile } from '@toile/db/files/files'
import { finishUpload, moveUpload, readyUpload } from '@toile/db/uploads/uploads-transitions'
import { findUpload } from '@toile/db/uploads/uploads'
import { addRendition, describeVideo, moveVideo, readyVideo } from '@toile/db/videos/videos-transitions'
import { storageKey } from '@toile/storage/keys'
import type { Storage } from '@toile/storage/storage'
import { makeUpload, makeVideo } from './factories.js'

function fileOf(owner: User, kind: 'image' | 'video'): NewFile {
  const id = newId()
  const extension = kind === 'image' ? 'webp' : 'mp4'
  const key = storageKey(kind === 'image' ? 'images' : 'videos', id, { name: 'a', hash: 'abc', extension })
  return { id, ownerId: owner.id, kind, key, contentType: 'video/mp4', bytes: 10, sha256: 'abc', state: 'stored' }
}

export async function makeReadyVideo(
  db: Db,
  owner: User,
  durationSeconds = 60,
): Promise<{ uploadId: string; videoId: string }> {
  const { uploadId, videoId } = await makeVideo(db, owner)
  const move = { id: videoId, attempt: 1 }
  await moveVideo(db, { ...move, to: 'processing' })
  const variants = [{ name: '1x', width: 640, height: 360, format: 'webp', file: fileOf(owner, 'image') }]
  const poster = { id: newId(), ownerId: owner.id, uploadId, width: 640, height: 360, blurhash: null, angle: null }
  const shape = { width: 640, height: 360, durationSeconds, hasAudio: true }
  await describeVideo(db, move, shape, [{ ...poster, purpose: 'inline', variants }])
  await addRendition(db, move, { name: 'mp4.360', width: 640, height: 360, file: fileOf(owner, 'video') })
  const board = { columns: 3, count: 3, width: 160, height: 90, secondsApart: 1 }
  await readyVideo(db, move, { shape: board, file: fileOf(owner, 'image') })
  return { uploadId, videoId }
}

export async function makeCourse(
  db: Db,
  admin: User,
  titles: readonly string[] = ['The first lesson'],
): Promise<{ courseId: string; videoIds: string[] }> {
  const courseId = newId()
  await insertCourse(db, courseId, { title: 'Draping a dress', description: 'From the toile to the cloth.' })
  const videoIds: string[] = []
  for (const title of titles) {
    const { videoId } = await makeReadyVideo(db, admin)
    await addLesson(db, courseId, { videoId, title })
    videoIds.push(videoId)
  }
  await showCourse(db, courseId, true)
  return { courseId, videoIds }
}

export async function makeSentFile(
  db: Db,
  storage: Storage,
  admin: User,
  filename: string,
  bytes: Buffer,
): Promise<string> {
  const id = await makeUpload(db, admin, bytes.length, 'file', filename)
  const upload = (await findUpload(db, id))!
  await storage.put(upload.originalKey, bytes, { contentType: 'application/octet-stream' })
  await finishUpload(db, id)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await storeFile(db, upload.originalFileId, { bytes: bytes.length, sha256 })
  await moveUpload(db, { id, attempt: 1, to: 'finished' })
  await moveUpload(db, { id, attempt: 1, to: 'processed' })
  await readyUpload(db, { id, attempt: 1 }, async () => {})
  return id
}
