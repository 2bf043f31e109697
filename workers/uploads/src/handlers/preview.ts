import path from 'node:path'
import type { JobContext } from '@toile/bus/worker'
import { photographModel } from '@toile/browser/previews'
import type { JobPayload } from '@toile/contracts/jobs'
import { imagesOfUploads } from '@toile/db/images/images'
import { insertPreview } from '@toile/db/images/images-transitions'
import { findModelKey, findUpload, type UploadRow } from '@toile/db/uploads/uploads'
import { readyUpload } from '@toile/db/uploads/uploads-transitions'
import { receiveVideo } from '@toile/db/videos/videos-transitions'
import { addToUpload } from '@toile/db/works/works-transitions'
import { withWorkFolder } from '@toile/media/work-folders'
import { pipelineSequential } from '@toile/runtime/pipeline-sequential'
import { RetryLater } from '@toile/runtime/retry-later'
import { reportStep, type Parts } from '../parts.js'
import { MAX_BROWSER_BYTES } from '@toile/browser/lazy-browser'
import {
  detail,
  firstCover,
  isPictureCached,
  laterCovers,
  storeEmbedded,
  storePicture,
  type Picture,
} from '../pictures.js'

/** Without a graphics card a garment of 115,000 triangles takes some 5 s, one of two million over a minute on a busy machine. */
export const cameraLimits = { timeoutMs: 300_000, maxCpuMs: 300_000, maxMemoryBytes: MAX_BROWSER_BYTES }

/** How soon a job that gave way looks again. */
const LOOK_AGAIN_SECONDS = 3

/**
 * `processed` → `ready_to_publish`: the first pictures. The other candidates for the cover follow while the model is
 * still before the camera, so that nobody waits for them. Where other files are not ready yet, garments or films, the
 * model is taken down and comes again after those. The job's next try makes what is missing, also where a worker died in between.
 */
export function previewUpload(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const upload = await findUpload(parts.db, payload.id)
    // What is still missing of one that is ready stays to be made, also where a correction has raised the attempt and failed.
    if (!upload || (upload.stage !== 'ready_to_publish' && upload.attempt !== payload.attempt)) return
    // Its own worker is at it, unless it had failed and was retried.
    if (upload.kind === 'video') return void (await receiveVideo(parts.db, upload))
    const isFirst = upload.stage === 'processed'
    if (upload.closedFormat || upload.kind === 'file') {
      // Nothing to draw, or nobody here can: the creator sends the pictures, where the file has none of its own.
      if (!isFirst) return
      const own = upload.closedFormat ? await storeEmbedded(parts, upload, signal) : undefined
      signal.throwIfAborted()
      await readyUpload(parts.db, { id: upload.id, attempt: upload.attempt }, async (trx) => {
        if (own) await insertPreview(trx, own)
      })
      return
    }
    const later = isFirst ? laterCovers : await missingOf(parts, upload)
    if (later.length === 0) return
    if (!isFirst && (await parts.doOthersComeFirst(upload.id))) throw othersComeFirst()
    let othersFirst = false
    await beforeCamera(parts, upload, isFirst ? [firstCover, detail, ...later] : later, signal, async (draw) => {
      if (isFirst) await becomeReady(parts, upload, draw, signal)
      // Not thrown in here: what goes wrong before the camera ends the browser.
      othersFirst = isFirst && (await parts.doOthersComeFirst(upload.id))
      if (othersFirst) return
      await pipelineSequential(later, draw, (picture, png) => addPicture(parts, upload, { picture, png }, signal))
    })
    if (othersFirst) throw othersComeFirst()
  }
}

/** Draws one picture as PNG; undefined for one that was made of the same bytes before. */
type Draw = (picture: Picture) => Promise<Buffer | undefined>

/** Puts the upload's model before the camera while `work` draws, where any of these pictures is still to be drawn. */
async function beforeCamera(
  parts: Parts,
  upload: UploadRow,
  pictures: readonly Picture[],
  signal: AbortSignal,
  work: (draw: Draw) => Promise<void>,
): Promise<void> {
  const isMade = isPictureCached(parts, upload)
  if (pictures.every(isMade)) return work(async () => undefined)
  if (upload.stage === 'processed')
    reportStep(parts, upload)(parts.browser.isInstalled() ? 'preview' : 'waitingForChromium', 0)
  const browser = await parts.browser.get()
  await withWorkFolder(async (workDir) => {
    const modelPath = path.join(workDir, 'model.glb')
    await parts.storage.fetchTo((await findModelKey(parts.db, upload.id))!, modelPath)
    await photographModel(browser, { modelPath, ...cameraLimits, signal }, (take) =>
      work(async (picture) =>
        isMade(picture) ? undefined : (await take([picture.capture])).get(picture.capture.name)!,
      ),
    )
  })
}

/** Somebody waits for the others, and for what is still to be made of this one nobody does. */
const othersComeFirst = () => new RetryLater('other files come first', LOOK_AGAIN_SECONDS, { nobodyWaits: true })

/** The cover is told of as soon as it is there: its owner sees the garment before the upload is ready. */
async function becomeReady(parts: Parts, upload: UploadRow, draw: Draw, signal: AbortSignal) {
  const there = await imagesOfUploads(parts.db, [upload.id])
  const covers = [firstCover].filter(({ angle }) => there.every((image) => image.angle !== angle))
  // Each is put away while the next one is drawn.
  await pipelineSequential([...covers, detail], draw, async (picture, png) => {
    if (picture !== detail) return addPicture(parts, upload, { picture, png }, signal)
    reportStep(parts, upload)('encode', 0.8)
    const preview = await storePicture(parts, upload, picture, png, signal)
    signal.throwIfAborted()
    await readyUpload(parts.db, { id: upload.id, attempt: upload.attempt }, async (trx) => {
      await insertPreview(trx, preview)
    })
  })
}

/** Stores one more picture of an upload and tells of it. */
async function addPicture(
  parts: Parts,
  upload: UploadRow,
  { picture, png }: { picture: Picture; png: Buffer | undefined },
  signal: AbortSignal,
) {
  const preview = await storePicture(parts, upload, picture, png, signal)
  signal.throwIfAborted()
  await addToUpload(parts.db, upload.id, (trx) => insertPreview(trx, preview))
}

/** The later pictures that an upload which is ready does not have yet. */
async function missingOf({ db }: Parts, upload: UploadRow): Promise<Picture[]> {
  if (upload.stage !== 'ready_to_publish') return []
  const there = (await imagesOfUploads(db, [upload.id])).map(({ angle }) => angle)
  return laterCovers.filter(({ angle }) => !there.includes(angle))
}
