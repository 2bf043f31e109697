import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { abandonFile, assertRoomFor, insertFile } from '@toile/db/files/files'
import { findImages } from '@toile/db/images/images'
import { assertRoomForImage } from '@toile/db/files/admission-queues'
import { receiveImage } from '@toile/db/images/images-transitions'
import { storageKey } from '@toile/storage/keys'
import { assertFreeSpace } from '../http/free-space.js'
import { announcedBytes, readImageForm } from '../uploads/image-form.js'
import { imageView } from '../views/images.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

/** The worker identifies the format later; the stored original keeps this content type. */
const CONTENT_TYPE = 'application/octet-stream'

export function imageHandlers({ db, storage, links, unverifiedQuota }: Context) {
  return {
    async createImage({ user, request }) {
      const announced = announcedBytes(request)
      await assertFreeSpace(storage)
      const id = newId()
      const fileId = newId()
      const key = storageKey('originals', id)
      // The row is inserted first, so that the bytes count against the quota at once and a broken upload can be found.
      await inTransaction(db, async (trx) => {
        // receiveImage() checks the number of waiting images again, because many uploads may have started at once.
        await assertRoomForImage(trx, user.id)
        const counted = await assertRoomFor(trx, user.id, announced, unverifiedQuota(request))
        await insertFile(trx, {
          id: fileId,
          ownerId: user.id,
          kind: 'original',
          key,
          contentType: CONTENT_TYPE,
          bytes: announced,
          sha256: null,
          state: 'pending',
          ...counted,
        })
      })
      try {
        const form = await readImageForm(request, (bytes) => storage.put(key, bytes, { contentType: CONTENT_TYPE }))
        await receiveImage(db, {
          id,
          ownerId: user.id,
          purpose: form.purpose,
          crop: form.crop,
          original: { fileId, ...form.file },
        })
      } catch (error) {
        await abandonFile(db, fileId)
        throw error
      }
      return { id, status: 'pending' }
    },

    async getImage({ params, language }) {
      const [row] = await findImages(db, [params.id])
      if (!row) throw new ToileError('NOT_FOUND')
      return imageView(row, links, language)
    },
  } satisfies Partial<Handlers>
}
