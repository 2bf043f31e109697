import path from 'node:path'
import type { JobContext } from '@toile/bus/worker'
import { newId } from '@toile/contracts/ids'
import type { JobPayload } from '@toile/contracts/jobs'
import type { ModelCorrection } from '@toile/contracts/models/models'
import type { NewFile } from '@toile/db/files/files'
import type { UploadRow } from '@toile/db/uploads/uploads'
import { moveUpload, processUpload, type ProcessedModel } from '@toile/db/uploads/uploads-transitions'
import { receiveVideo } from '@toile/db/videos/videos-transitions'
import { keptFolder, makeOnce } from '@toile/media/kept'
import { proprietaryFormatOf } from '@toile/media/models/proprietary'
import { identifyModel } from '@toile/media/models/identify'
import { NoFfmpegError, prepareModel, type PreparedFile } from '@toile/media/models/prepare'
import { withWorkFolder } from '@toile/media/work-folders'
import { RetryLater } from '@toile/runtime/retry-later'
import { storageKey } from '@toile/storage/keys'
import { warmUp } from '@toile/browser/previews'
import { convert } from '../convert.js'
import { reportStep, uploadAt, type Parts } from '../parts.js'

const CONTENT_TYPE = 'model/gltf-binary'
/** Time between retries while ffmpeg is not installed. */
const LOOK_AGAIN_SECONDS = 5

/**
 * Moves an upload from `finished` to `processed`. The original stays. A video is handed to workers/videos, and a `file`
 * needs no processing.
 */
export function processUploadFile(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const upload = await uploadAt(parts, payload, 'finished')
    if (!upload) return
    if (upload.kind === 'video') return void (await receiveVideo(parts.db, upload))
    if (upload.kind === 'file')
      return void (await moveUpload(parts.db, { id: upload.id, attempt: payload.attempt, to: 'processed' }))
    const made = await prepareLevels(parts, upload, signal, { beside: () => warmUpBeside(parts) })
    await processUpload(parts.db, { id: upload.id, attempt: payload.attempt }, made)
  }
}

/** Starts Chromium while the levels are made, to save seconds. Errors are ignored: they recur in the preview job. */
function warmUpBeside({ browser }: Parts): void {
  browser
    .get()
    .then(warmUp)
    .catch(() => {})
}

/**
 * @param options `beside` is called just before the levels are made. It is not called for proprietary formats or cached
 * levels, because then none are made.
 */
export function prepareLevels(
  parts: Parts,
  upload: UploadRow,
  signal: AbortSignal,
  { beside = () => {}, correction }: { beside?: () => void; correction?: ModelCorrection | undefined } = {},
): Promise<ProcessedModel> {
  return withWorkFolder(async (workDir) => {
    const original = path.join(workDir, 'original')
    await parts.storage.fetchTo(upload.originalKey, original)
    const proprietaryFormat = await proprietaryFormatOf(upload.filename, original)
    if (proprietaryFormat) return { proprietaryFormat }
    const format = await identifyModel(original)
    const made = await makeOnce(keptFolder(parts.derivativeCacheDir, upload.originalSha256), 'levels', () => {
      beside()
      return prepareModel({
        path: original,
        format,
        name: upload.filename,
        correction,
        workDir,
        convert: convert(parts, upload, signal),
        ffmpeg: parts.tools()?.ffmpeg,
        signal,
        user: parts.user,
        onProgress: reportStep(parts, upload),
      }).catch((error: unknown) => {
        if (!(error instanceof NoFfmpegError)) throw error
        reportStep(parts, upload)('waitingForFfmpeg', 0)
        throw new RetryLater(error.message, LOOK_AGAIN_SECONDS)
      })
    })
    const level = (name: string, made: PreparedFile) => storeLevel(parts, upload, `${name}.${upload.attempt}`, made)
    const file = await level('web', made.web)
    const preview = made.preview && (await level('preview', made.preview))
    const ar = made.ar && (await level('ar', made.ar))
    signal.throwIfAborted()
    return { file, preview, ar, facts: made.facts, report: made.report }
  })
}

/** Stores one level of the model. @returns the row to insert for its file */
async function storeLevel(
  { storage }: Parts,
  upload: UploadRow,
  name: string,
  { path: file, bytes, sha256 }: PreparedFile,
): Promise<NewFile> {
  const key = storageKey('models', upload.id, { name, hash: sha256.slice(0, 16), extension: 'glb' })
  await storage.put(key, { path: file }, { contentType: CONTENT_TYPE })
  return {
    id: newId(),
    ownerId: upload.ownerId,
    kind: 'model',
    key,
    contentType: CONTENT_TYPE,
    bytes,
    sha256,
    state: 'stored',
  }
}
