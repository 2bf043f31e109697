import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { findLogin } from '@toile/db/queries/users'
import { deleteWork, insertWork, moveWork } from '@toile/db/queries/works'
import { makeReadyUpload } from '@toile/testing/factories'
import { openItsDb } from './running.js'
import { creator } from './visitor.js'

const made: string[] = []

/**
 * A released work of the demo creator, or of whoever signs in by `login`, put into the database: for tests of what people make of a work, not of how it
 * comes to be. No bytes lie behind its pictures, so it is deleted after the file's tests.
 */
export async function makeReleasedWork({ title = 'Work to talk about', login = creator.login } = {}): Promise<{
  id: string
  title: string
  uploadId: string
}> {
  const db = openItsDb()
  const owner = (await findLogin(db, login))!
  const { uploadId, coverId } = await makeReadyUpload(db, owner)
  const id = newId()
  await inTransaction(db, async (trx) => {
    const fields = { title, intro: 'Made for a test.', categories: ['dress' as const], tags: ['test'] }
    await insertWork(trx, { id, ownerId: owner.id, ...fields, upload_id: uploadId, cover_id: coverId })
    await moveWork(trx, id, 'released')
  })
  await db.destroy()
  made.push(id)
  return { id, title, uploadId }
}

/** Deletes them. Each test file that makes some says `test.afterAll(deleteMadeWorks)`. */
export async function deleteMadeWorks(): Promise<void> {
  const db = openItsDb()
  for (const id of made.splice(0)) {
    await inTransaction(db, (trx) => moveWork(trx, id, 'trashed'))
    await deleteWork(db, id)
  }
  await db.destroy()
}
