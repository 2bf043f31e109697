import type { ImagePurpose } from '@toile/contracts/images.constants'
import type { imageRoutes } from '@toile/contracts/images'
import { call, FAILED, type Failed } from './api.js'
import type { Section } from './ui/crop/section.js'

/** Looks again so often while a picture is being prepared, which takes a second or two; the socket is not needed. */
const LOOK_EVERY_MS = 500
const GIVE_UP_MS = 60_000

/**
 * Sends a picture and waits until it can be used. Resolves with its id, or with why not: the failed call, or the
 * sentence of the server about the file. Nothing is shown as a toast.
 */
export async function sendImage(
  file: File,
  purpose: ImagePurpose,
  crop: (Section & { rotate: number }) | undefined,
): Promise<{ imageId: string } | { problem: string | undefined; failed?: Failed }> {
  const form = new FormData()
  // Fields before the file: the server reads them in this order.
  form.set('purpose', purpose)
  if (crop) form.set('crop', JSON.stringify(crop))
  form.set('file', file)
  const sent = await call<typeof imageRoutes.createImage>('POST', '/images', form, { quiet: true })
  if (sent.code === FAILED) return { problem: sent.message, failed: sent }
  const since = Date.now()
  while (Date.now() - since < GIVE_UP_MS) {
    const answer = await call<typeof imageRoutes.getImage>('GET', `/images/${sent.data.id}`, undefined, { quiet: true })
    if (answer.code === FAILED) return { problem: answer.message, failed: answer }
    if (answer.data.status === 'ready') return { imageId: sent.data.id }
    if (answer.data.status === 'failed') return { problem: answer.data.failure?.message }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return { problem: undefined }
}
