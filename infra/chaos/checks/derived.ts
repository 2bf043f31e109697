import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Db } from '@toile/db/client'
import { imagesOfUploads } from '@toile/db/images/images'
import type { UploadRow } from '@toile/db/uploads/uploads'
import { openGlb } from '@toile/media/models/package'
import { measureModel } from '@toile/media/models/report/measure'
import { readModel } from '@toile/media/models/levels/optimise'
import type { Storage } from '@toile/storage/storage'
import { bytesOf } from './verdict.js'

/**
 * Checks what processing derived from an upload: a model, covers, a detail picture, and at most one light model and one
 * AR model. All of these files except the AR model must be intact.
 */
export async function derivedFaults(
  db: Db,
  storage: Storage,
  upload: UploadRow,
): Promise<{ lost: string[]; doubled: string[] }> {
  const models = await db
    .selectFrom('files')
    .select(['id', 'key', 'sha256'])
    .where('kind', '=', 'model')
    .where('key', 'like', `%/${upload.id}/%`)
    .execute()
  const pictures = await imagesOfUploads(db, [upload.id])
  const ids = pictures.flatMap(({ variants }) => variants.map(({ fileId }) => fileId))
  const files = ids.length
    ? await db.selectFrom('files').select(['id', 'key', 'sha256']).where('id', 'in', ids).execute()
    : []
  const lost: string[] = []
  const doubled: string[] = []
  const model = models.find(({ id }) => id === upload.modelFileId)
  if (!model) lost.push(`${upload.id}: no model`)
  const levels = [upload.modelFileId, upload.previewFileId, upload.arFileId].filter((id) => id !== null)
  if (models.length > levels.length) doubled.push(`${upload.id}: ${models.length} models`)
  const preview = models.find(({ id }) => id === upload.previewFileId)
  if (upload.previewFileId && !preview) lost.push(`${upload.id}: no light level`)
  const purposes = pictures.map(({ purpose }) => purpose)
  for (const purpose of ['cover', 'detail'] as const)
    if (!purposes.includes(purpose)) lost.push(`${upload.id}: no ${purpose} picture`)
  const names = pictures.map(({ purpose, angle }) => angle ?? purpose)
  if (new Set(names).size < names.length) doubled.push(`${upload.id}: the pictures ${names.join(', ')}`)

  for (const file of [model, preview, ...files].filter((each) => each !== undefined)) {
    const bytes = await bytesOf(storage, file.key)
    const whole = bytes && createHash('sha256').update(bytes).digest('hex') === file.sha256
    const decodes =
      whole && (file === preview || (await (file === model ? showsGarment(bytes, upload) : isPicture(bytes))))
    if (!decodes) lost.push(`${upload.id}: ${file.key} is ${bytes ? 'broken' : 'missing'}`)
  }
  return { lost, doubled }
}

async function showsGarment(bytes: Buffer, upload: UploadRow): Promise<boolean> {
  try {
    const document = await readModel(openGlb(bytes))
    return measureModel(document).triangles === upload.facts?.triangles
  } catch {
    return false
  }
}

function isPicture(bytes: Buffer): Promise<boolean> {
  return sharp(bytes)
    .stats()
    .then(
      () => true,
      () => false,
    )
}
