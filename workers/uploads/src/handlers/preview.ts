import { createHash } from 'node:crypto'
import path from 'node:path'
import type { JobContext } from '@toile/bus/worker'
import { renderPreviews } from '@toile/browser/previews'
import { newId } from '@toile/contracts/ids'
import { imageSizes } from '@toile/contracts/images.constants'
import type { JobPayload } from '@toile/contracts/jobs'
import { insertPreview, type NewPreview } from '@toile/db/queries/images'
import { findModelKey, type UploadRow } from '@toile/db/queries/uploads'
import { readyUpload } from '@toile/db/queries/uploads-stages'
import { encodeWebp } from '@toile/media/images/webp'
import { storageKey } from '@toile/storage/keys'
import { reportStep, uploadAt, withWorkFolder, type Parts } from '../parts.js'

/** Without a graphics card a garment of 115,000 triangles takes some 5 s, one of two million over a minute on a busy machine. */
const TIMEOUT_MS = 300_000
const CONTENT_TYPE = 'image/webp'

/** The pictures of a model: a cover at 1x and 2x, and one in the size of a detail image that stands in for the viewer. */
const pictures = [
  { purpose: 'cover', ...imageSizes.cover, scales: [1, 2], margin: 0.8 },
  { purpose: 'detail', ...imageSizes.detail, scales: [1], margin: 0.84 },
] as const

/** `processed` → `ready_to_publish`: the first pictures, as candidates for the cover. */
export function previewUpload(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const upload = await uploadAt(parts, payload, 'processed')
    if (!upload) return
    const report = reportStep(parts, upload)
    report(parts.browser.isThere() ? 'preview' : 'waitingForChromium', 0)
    const browser = await parts.browser.get()
    const pngs = await withWorkFolder(async (workDir) => {
      const modelPath = path.join(workDir, 'model.glb')
      await parts.storage.fetchTo((await findModelKey(parts.db, upload.id))!, modelPath)
      return renderPreviews(browser, { modelPath, shots: shots(), timeoutMs: TIMEOUT_MS, signal })
    })
    report('encode', 0.8)
    const previews: NewPreview[] = []
    for (const picture of pictures)
      previews.push(await store(parts, upload, payload.attempt, picture, pngs.get(picture.purpose)!))
    signal.throwIfAborted()
    await readyUpload(parts.db, { id: upload.id, attempt: payload.attempt }, async (trx) => {
      for (const preview of previews) await insertPreview(trx, preview)
    })
  }
}

/** Each picture is drawn once, in its largest size. */
function shots() {
  return pictures.map(({ purpose, width, height, scales, margin }) => {
    const scale = Math.max(...scales)
    return { name: purpose, width: width * scale, height: height * scale, margin }
  })
}

async function store(
  { storage }: Parts,
  upload: UploadRow,
  attempt: number,
  { purpose, width, height, scales }: (typeof pictures)[number],
  png: Buffer,
): Promise<NewPreview> {
  const id = newId()
  const variants: NewPreview['variants'] = []
  for (const scale of scales) {
    const encoded = await encodeWebp(png, { width: width * scale, height: height * scale })
    const sha256 = createHash('sha256').update(encoded.bytes).digest('hex')
    const key = storageKey('images', id, {
      name: `${purpose}.${scale}x.${attempt}`,
      hash: sha256.slice(0, 16),
      extension: 'webp',
    })
    await storage.put(key, encoded.bytes, { contentType: CONTENT_TYPE })
    variants.push({
      name: `${scale}x`,
      width: encoded.width,
      height: encoded.height,
      format: 'webp',
      file: {
        id: newId(),
        ownerId: upload.owner_id,
        kind: 'image',
        key,
        contentType: CONTENT_TYPE,
        bytes: encoded.bytes.length,
        sha256,
        state: 'stored',
      },
    })
  }
  return { id, ownerId: upload.owner_id, uploadId: upload.id, purpose, width, height, variants }
}
