import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { findLogin } from '@toile/db/queries/users'
import { insertWork, moveWork } from '@toile/db/queries/works-states'
import { makeReadyUpload } from '@toile/testing/factories'
import sharp from 'sharp'
import { openItsDb, openItsStore } from './running.js'
import { creator, registerByApi } from './visitor.js'

/**
 * A released work, of the demo creator unless said otherwise, put into the database: for tests of what people make of a
 * work, not of how it comes to be. Its cover is there; no bytes lie behind its model.
 */
export async function makeReleasedWork({
  title = 'Work to talk about',
  intro = 'Made for a test.',
  login = creator.login,
} = {}): Promise<{
  id: string
  title: string
  uploadId: string
}> {
  const db = openItsDb()
  const owner = (await findLogin(db, login))!
  const id = newId()
  const cover = sharp({ create: { width: 308, height: 410, channels: 3, background: '#b8a890' } }).webp()
  // At once: a worker that saw it half-made would look for the model's bytes, and let it fail.
  const uploadId = await inTransaction(db, async (trx) => {
    const upload = await makeReadyUpload(trx, owner)
    const { key } = await trx
      .selectFrom('image_variants')
      .innerJoin('files', 'files.id', 'image_variants.file_id')
      .select('files.key')
      .where('image_id', '=', upload.coverId)
      .executeTakeFirstOrThrow()
    await (await openItsStore()).put(key, await cover.toBuffer(), { contentType: 'image/webp' })
    const fields = { title, intro, categories: ['dress' as const], tags: ['test'] }
    const media = { upload_id: upload.uploadId, cover_id: upload.coverId }
    await insertWork(trx, { id, ownerId: owner.id, ...fields, ...media })
    await moveWork(trx, id, 'released')
    return upload.uploadId
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
