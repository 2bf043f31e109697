import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '@toile/db/client'
import { insertFile } from '@toile/db/files/files'
import { finishRender } from '@toile/db/renders/renders-drawing'
import { shareRender } from '@toile/db/renders/spins'
import { findLogin } from '@toile/db/users/users'
import { makeCourse } from '@toile/testing/courses'
import { fileOf, makeRender } from '@toile/testing/factories'
import { makeClip } from '@toile/testing/files/videos'
import sharp from 'sharp'
import { openTestDb, openTestStore } from './toile-under-test.js'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b8a890' } })
    .webp()
    .toBuffer()

/** Runs `make` in one transaction, so that no worker processes the content before it is complete. */
async function inOneTransaction<T>(make: (trx: Db) => Promise<T>): Promise<T> {
  const db = openTestDb()
  try {
    return await inTransaction(db, make)
  } finally {
    await db.destroy()
  }
}

const put = (key: string, bytes: Buffer, contentType: string) => openTestStore().put(key, bytes, { contentType })

export function makeSharedSpin(login: string, work: { id: string; uploadId: string }): Promise<string> {
  return inOneTransaction(async (trx) => {
    const owner = (await findLogin(trx, login))!
    const id = await makeRender(trx, owner, { type: 'spin', workId: work.id, uploadId: work.uploadId })
    const bytes = await picture(160, 160)
    const outputs = Array.from({ length: 8 }, (_, i) => {
      const file = { ...fileOf(owner, 'image'), contentType: 'image/webp', bytes: bytes.length, sha256: 'abc' }
      return { name: `${i}.webp`, width: 160, height: 160, file }
    })
    for (const { file } of outputs) {
      await put(file.key, bytes, file.contentType)
      await insertFile(trx, file)
    }
    await finishRender(trx, { id, attempt: 1 }, outputs, 1)
    await shareRender(trx, id, true)
    return id
  })
}

/** A published course with one film of two seconds. */
export async function makeFilmedCourse(title: string, lesson: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toile-film-'))
  const clip = { size: '320x180', rate: 10, seconds: 2, silent: true }
  const film = readFileSync(await makeClip(folder, `${newId()}.mp4`, clip))
  rmSync(folder, { recursive: true })
  return inOneTransaction(async (trx) => {
    const admin = (await findLogin(trx, 'admin@toile.local'))!
    const { courseId, videoIds } = await makeCourse(trx, admin, [lesson])
    await trx.updateTable('courses').set({ title, description: '' }).where('id', '=', courseId).execute()
    const { rows } = await ofVideo(trx, videoIds[0]!)
    for (const { key, isFilm } of rows)
      await put(key, isFilm ? film : await picture(480, 90), isFilm ? 'video/mp4' : 'image/webp')
    return courseId
  })
}

const ofVideo = (trx: Db, id: string) =>
  sql<{ key: string; isFilm: boolean }>`
    select f.key, f.id in (select file_id from video_renditions where video_id = ${id}) as "isFilm"
    from files f where f.id in (
      select file_id from video_renditions where video_id = ${id}
      union select storyboard_file_id from videos where id = ${id}
      union select v.file_id from image_variants v join images i on i.id = v.image_id
        join videos d on d.upload_id = i.upload_id where d.id = ${id})`.execute(trx)
