import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { findLogin } from '@toile/db/users/users'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import { makeReadyUpload } from '@toile/testing/factories'
import sharp from 'sharp'
import { createUser } from './users.js'
import { openTestDb, openTestStore } from './toile-under-test.js'
import { creator } from './visitor.js'

/** Inserts a published work with a cover, but without bytes of its model. By default the demo creator owns the work. */
export async function makeReleasedWork({
  title = 'Work to talk about',
  intro = 'Made for a test.',
  login = creator.login,
} = {}): Promise<{
  id: string
  title: string
  uploadId: string
}> {
  const db = openTestDb()
  const owner = (await findLogin(db, login))!
  const id = newId()
  const cover = sharp({ create: { width: 308, height: 410, channels: 3, background: '#b8a890' } }).webp()
  // This is one transaction, so that no worker sees the upload before it is ready and fails it for its missing bytes.
  const uploadId = await inTransaction(db, async (trx) => {
    const upload = await makeReadyUpload(trx, owner)
    const { key } = await trx
      .selectFrom('image_variants')
      .innerJoin('files', 'files.id', 'image_variants.file_id')
      .select('files.key')
      .where('image_id', '=', upload.coverId)
      .executeTakeFirstOrThrow()
    await (await openTestStore()).put(key, await cover.toBuffer(), { contentType: 'image/webp' })
    const fields = { title, intro, categories: ['dress' as const], tags: ['test'] }
    const media = { upload_id: upload.uploadId, cover_id: upload.coverId }
    await insertWork(trx, { id, ownerId: owner.id, ...fields, ...media })
    await moveWork(trx, id, 'released')
    return upload.uploadId
  })
  await db.destroy()
  return { id, title, uploadId }
}

export const registerVerified = () => createUser()
