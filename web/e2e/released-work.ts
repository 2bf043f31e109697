import path from 'node:path'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { findLogin } from '@toile/db/queries/users'
import { insertWork, moveWork } from '@toile/db/queries/works'
import { openStorage } from '@toile/storage/open'
import { makeReadyUpload } from '@toile/testing/factories'
import sharp from 'sharp'
import { dataDir, openItsDb } from './running.js'
import { creator, registerByApi } from './visitor.js'

/**
 * A released work, of the demo creator unless said otherwise, put into the database: for tests of what people make of a
 * work, not of how it comes to be. Its cover is there; no bytes lie behind its model.
 */
export async function makeReleasedWork({ title = 'Work to talk about', of = creator.login } = {}): Promise<{
  id: string
  title: string
  uploadId: string
}> {
  const db = openItsDb()
  const owner = (await findLogin(db, of))!
  const { uploadId, coverId } = await makeReadyUpload(db, owner)
  const id = newId()
  const { key } = await db
    .selectFrom('image_variants')
    .innerJoin('files', 'files.id', 'image_variants.file_id')
    .select('files.key')
    .where('image_id', '=', coverId)
    .executeTakeFirstOrThrow()
  const cover = sharp({ create: { width: 308, height: 410, channels: 3, background: '#b8a890' } }).webp()
  const storage = openStorage({ driver: 'folder', folder: path.join(dataDir, 'files') })
  await storage.put(key, await cover.toBuffer(), { contentType: 'image/webp' })
  await inTransaction(db, async (trx) => {
    const fields = { title, intro: 'Made for a test.', categories: ['dress' as const], tags: ['test'] }
    await insertWork(trx, { id, ownerId: owner.id, ...fields, upload_id: uploadId, cover_id: coverId })
    await moveWork(trx, id, 'released')
  })
  await db.destroy()
  return { id, title, uploadId }
}

/** Makes an account by the API whose email is verified: nobody else's works and files stand on its pages. */
export async function registerVerified() {
  const session = await registerByApi()
  const db = openItsDb()
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', session.user.id).execute()
  await db.destroy()
  return { ...session, user: { ...session.user, email_verified_at: new Date().toISOString() } }
}
