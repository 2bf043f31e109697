import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { coverCapture, type Capture } from '@toile/browser/captures'
import { InputFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import { coverAngles, imageSizes, type CoverAngle } from '@toile/contracts/images/images.constants'
import type { NewPreview } from '@toile/db/images/images-transitions'
import type { UploadRow } from '@toile/db/uploads/uploads'
import { isKept, keptFolder, makeOnce } from '@toile/media/kept'
import { makeImage, type MadeImage } from '@toile/media/images/make'
import { withWorkFolder } from '@toile/media/work-folders'
import { putVariants } from '@toile/storage/variants'
import type { Parts } from './parts.js'

export interface Picture {
  purpose: 'cover' | 'detail'
  angle: CoverAngle | null
  capture: Capture
}

const covers = coverAngles.map((angle): Picture => ({ purpose: 'cover', angle, capture: coverCapture(angle) }))

/** The default cover, without which a model's upload is not ready. */
export const firstCover = covers[0]!
/** Optional further covers. */
export const laterCovers = covers.slice(1)

/** The picture that is shown until the viewer has loaded. Without this picture, a model's upload is not ready. */
export const detail: Picture = {
  purpose: 'detail',
  angle: null,
  capture: { name: 'detail', ...imageSizes.detail, margin: 0.84 },
}

export function isPictureCached(
  { derivativeCacheDir: keptDir }: Parts,
  { originalSha256 }: UploadRow,
): (picture: Picture) => boolean {
  const folder = keptFolder(keptDir, originalSha256)
  return ({ capture }) => isKept(folder, capture.name)
}

/** Makes a picture's files from the PNG, unless they are cached, and stores them. @returns the rows to insert */
export async function storePicture(
  { storage, derivativeCacheDir: keptDir, user }: Parts,
  upload: UploadRow,
  { purpose, angle, capture }: Picture,
  png: Buffer | undefined,
  signal: AbortSignal,
): Promise<NewPreview> {
  return withWorkFolder(async (workDir) => {
    const folder = keptFolder(keptDir, upload.originalSha256)
    const made = await makeOnce(folder, capture.name, async () => {
      const source = path.join(workDir, 'source.png')
      await writeFile(source, png!)
      return makeImage({ path: source, purpose, crop: null, workDir, signal, user })
    })
    return store(storage, upload, { purpose, angle }, made)
  })
}

/** Stores a proprietary file's thumbnail as a cover. @returns the rows to insert; undefined if none is usable */
export async function storeEmbedded(
  { storage, user }: Parts,
  upload: UploadRow,
  signal: AbortSignal,
): Promise<NewPreview | undefined> {
  return withWorkFolder(async (workDir) => {
    const original = path.join(workDir, 'original')
    await storage.fetchTo(upload.originalKey, original)
    try {
      const as = { purpose: 'cover', angle: null } as const
      const made = await makeImage({
        ...{ path: original, purpose: as.purpose, crop: null, isEmbedded: true },
        ...{ workDir, signal, user },
      })
      return await store(storage, upload, as, made)
    } catch (error) {
      if (error instanceof InputFailure) return undefined
      throw error
    }
  })
}

async function store(
  storage: Parts['storage'],
  upload: UploadRow,
  as: Pick<Picture, 'purpose' | 'angle'>,
  { variants, ...made }: MadeImage,
): Promise<NewPreview> {
  const whose = { imageId: newId(), ownerId: upload.ownerId, attempt: upload.attempt }
  const stored = await putVariants(storage, whose, variants)
  return { id: whose.imageId, ownerId: upload.ownerId, uploadId: upload.id, ...as, ...made, variants: stored }
}
