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

/** Drawing 115,000 triangles takes some 5 s without a GPU, and two million take over a minute on a busy machine. */
export const cameraLimits = { timeoutMs: 300_000, maxCpuMs: 300_000, maxMemoryBytes: MAX_BROWSER_BYTES }

/** Time until the retry of a job that gave way to other uploads. */
const LOOK_AGAIN_SECONDS = 3

/**
 * Moves an upload from `processed` to `ready_to_publish`, a model after its first pictures. For a model, the job then
 * draws further covers while the model is loaded. While other uploads are not ready, these covers wait for a later try.
 */
export function previewUpload(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const upload = await findUpload(parts.db, payload.id)
    // Missing pictures of a ready upload are made even if a correction or an operator has raised the attempt.
    if (!upload || (upload.stage !== 'ready_to_publish' && upload.attempt !== payload.attempt)) return
    // receiveVideo() queues a failed video again. It does nothing if the video is queued, in progress or done.
    if (upload.kind === 'video') return void (await receiveVideo(parts.db, upload))
    const isFirst = upload.stage === 'processed'
    if (upload.proprietaryFormat || upload.kind === 'file') {
      // These files cannot be drawn. A proprietary file may embed a cover; otherwise its creator uploads pictures.
      if (!isFirst) return
      const own = upload.proprietaryFormat ? await storeEmbedded(parts, upload, signal) : undefined
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
      // The retry is thrown only after the model is closed, because an error before that would restart the browser.
      othersFirst = isFirst && (await parts.doOthersComeFirst(upload.id))
      if (othersFirst) return
      await pipelineSequential(later, draw, (picture, png) => addPicture(parts, upload, { picture, png }, signal))
    })
    if (othersFirst) throw othersComeFirst()
  }
}

/** Draws a picture as PNG. Returns undefined if the picture's files are cached. */
type Draw = (picture: Picture) => Promise<Buffer | undefined>

/** Loads the model for `work` only if one of these pictures has to be drawn. */
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

/** The retry raises no alert: users wait for the other uploads, but nobody waits for further pictures of this one. */
const othersComeFirst = () => new RetryLater('other files come first', LOOK_AGAIN_SECONDS, { nobodyWaits: true })

/** Stores the cover as soon as it is drawn, so that the owner sees the garment before the upload is ready. */
async function becomeReady(parts: Parts, upload: UploadRow, draw: Draw, signal: AbortSignal) {
  const there = await imagesOfUploads(parts.db, [upload.id])
  const covers = [firstCover].filter(({ angle }) => there.every((image) => image.angle !== angle))
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

async function missingOf({ db }: Parts, upload: UploadRow): Promise<Picture[]> {
  if (upload.stage !== 'ready_to_publish') return []
  const there = (await imagesOfUploads(db, [upload.id])).map(({ angle }) => angle)
  return laterCovers.filter(({ angle }) => !there.includes(angle))
}
