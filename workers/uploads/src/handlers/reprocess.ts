import path from 'node:path'
import type { JobContext } from '@toile/bus/worker'
import { photographModel } from '@toile/browser/previews'
import type { JobPayload } from '@toile/contracts/jobs'
import type { ModelFacts } from '@toile/contracts/models/models'
import type { NewPreview } from '@toile/db/images/images-transitions'
import type { UploadRow } from '@toile/db/uploads/uploads'
import { swapModel, type Corrected } from '@toile/db/uploads/uploads-reprocessing'
import { placementChange } from '@toile/media/models/levels/correct'
import { withWorkFolder } from '@toile/media/work-folders'
import { uploadAt, type Parts } from '../parts.js'
import { detail, firstCover, laterCovers, storePicture } from '../pictures.js'
import { cameraLimits } from './preview.js'
import { prepareLevels } from './process.js'

/**
 * Makes a finished model's levels again from its original, for an operator or with a correction. A correction that is
 * new also replaces the pictures. The current files stay in use meanwhile.
 */
export function reprocessModel(parts: Parts) {
  return async ({ id, attempt }: JobPayload, { signal }: JobContext): Promise<void> => {
    const upload = await uploadAt(parts, { id, attempt }, 'ready_to_publish')
    if (!upload?.modelFileId) return
    const { wantedCorrection: wanted, correction } = upload
    // The stage stays the same, so no steps are reported. Corrected models do not use the cache of uncorrected ones.
    const reprocessing: Parts = {
      ...parts,
      report: () => {},
      ...((wanted ?? correction) && { derivativeCacheDir: undefined }),
    }
    const made = await prepareLevels(reprocessing, upload, signal, { correction: wanted ?? correction ?? undefined })
    if (!('file' in made)) return
    const corrected: Corrected | undefined = wanted
      ? {
          pictures: await drawAll(reprocessing, upload, made.file.key, signal),
          moves: wanted.model === correction?.model ? movesBetween(upload.facts, made.facts) : undefined,
        }
      : undefined
    await swapModel(parts.db, { id, attempt }, made, corrected)
  }
}

async function drawAll(parts: Parts, upload: UploadRow, modelKey: string, signal: AbortSignal): Promise<NewPreview[]> {
  const browser = await parts.browser.get()
  return withWorkFolder(async (workDir) => {
    const modelPath = path.join(workDir, 'model.glb')
    await parts.storage.fetchTo(modelKey, modelPath)
    const pictures = [firstCover, detail, ...laterCovers]
    const drawn = await photographModel(browser, { modelPath, ...cameraLimits, signal }, (take) =>
      take(pictures.map(({ capture: shot }) => shot)),
    )
    const previews: NewPreview[] = []
    for (const picture of pictures)
      previews.push(await storePicture(parts, upload, picture, drawn.get(picture.capture.name), signal))
    signal.throwIfAborted()
    return previews
  })
}

/** A model without `source` was a glTF, which is upright and in metres. */
const placementOf = ({ source }: ModelFacts) => source ?? ({ metresPerUnit: 1, upAxis: 'y' } as const)

function movesBetween(before: ModelFacts | null, after: ModelFacts): Corrected['moves'] {
  if (!before) return undefined
  const { scale, rotation } = placementChange(placementOf(before), placementOf(after))
  return { point: rotation.map((row) => row.map((value) => value * scale)), direction: rotation }
}
