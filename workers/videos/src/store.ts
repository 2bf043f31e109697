import { newId } from '@toile/contracts/ids'
import type { NewFile } from '@toile/db/files/files'
import type { NewPreview } from '@toile/db/images/images-transitions'
import type { VideoJob } from '@toile/db/videos/videos'
import { makeImage } from '@toile/media/images/make'
import type { MadeVideoFile } from '@toile/media/videos/make'
import { withWorkFolder } from '@toile/media/work-folders'
import { storageKey } from '@toile/storage/keys'
import { putVariants } from '@toile/storage/variants'
import type { Parts } from './parts.js'

/** Stores a file. @returns the row, which the caller inserts together with the reference to the file */
export async function fileOf(
  { storage }: Parts,
  video: VideoJob,
  made: MadeVideoFile,
  { name, extension, contentType }: { name: string; extension: string; contentType: string },
): Promise<NewFile> {
  const key = storageKey('videos', video.id, {
    name: `${name}.${video.attempt}`,
    hash: made.sha256.slice(0, 16),
    extension,
  })
  await storage.put(key, { path: made.path }, { contentType })
  const { bytes, sha256 } = made
  return { id: newId(), ownerId: video.ownerId, kind: 'video', key, contentType, bytes, sha256, state: 'stored' }
}

/** Makes two images of the poster and stores them: an uncropped one shown before playback, and a cover for a work. */
export async function postersOf(
  { storage, user }: Parts,
  video: VideoJob,
  poster: MadeVideoFile,
  signal: AbortSignal | undefined,
): Promise<NewPreview[]> {
  const made: NewPreview[] = []
  for (const purpose of ['inline', 'cover'] as const)
    await withWorkFolder(async (workDir) => {
      const image = await makeImage({ path: poster.path, purpose, crop: null, workDir, signal, user })
      const whose = { imageId: newId(), ownerId: video.ownerId, attempt: video.attempt }
      const variants = await putVariants(storage, whose, image.variants)
      const of = { id: whose.imageId, ownerId: video.ownerId, uploadId: video.uploadId }
      made.push({ ...of, purpose, angle: null, ...image, variants })
    })
  return made
}
