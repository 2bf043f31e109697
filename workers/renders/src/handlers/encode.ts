import path from 'node:path'
import { whileWanted } from '@toile/bus/abort-if-superseded'
import type { JobContext } from '@toile/bus/worker'
import { RetryLater } from '@toile/runtime/retry-later'
import type { JobPayload } from '@toile/contracts/jobs'
import { abandonFile } from '@toile/db/files/files'
import { findEncodeJob, isEncodingWanted } from '@toile/db/renders/renders-jobs'
import { finishRender, type NewOutput } from '@toile/db/renders/renders-drawing'
import { assembleRender } from '@toile/media/renders/assemble'
import { withWorkFolder } from '@toile/media/work-folders'
import type { Parts } from '../parts.js'
import { storeRenderFile } from '../store.js'

/** Time between retries while ffmpeg is not installed. */
const LOOK_AGAIN_SECONDS = 5

/** Moves a render from `encoding` to `finished`, by assembling the stored pieces into the output files. */
export function encodeRender(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const { db, storage } = parts
    const render = await findEncodeJob(db, payload.id)
    if (!render || render.attempt !== payload.attempt || render.status !== 'encoding') return
    const tools = parts.tools()
    if (!tools && render.settings.type === 'turntable')
      throw new RetryLater('ffmpeg is not installed (yet)', LOOK_AGAIN_SECONDS)
    const whose = { renderId: render.id, ownerId: render.ownerId }
    const began = performance.now()
    await whileWanted(
      () => isEncodingWanted(db, payload),
      signal,
      (wanted) =>
        withWorkFolder(async (workDir) => {
          const pieces = render.pieces.map(({ key, ...piece }, i) => ({
            ...piece,
            key,
            path: path.join(workDir, `${i}.png`),
          }))
          for (const { key, path: to } of pieces) await storage.fetchTo(key, to)
          const made = await assembleRender({
            settings: render.settings,
            pieces,
            workDir,
            ffmpeg: tools?.ffmpeg,
            signal: wanted,
            user: parts.user,
          })
          const outputs: NewOutput[] = []
          for (const { name, width, height, bytes, extension } of made)
            outputs.push({
              name,
              width,
              height,
              file: await storeRenderFile(parts, whose, { name, bytes, extension }),
            })
          wanted.throwIfAborted()
          const seconds = (performance.now() - began) / 1_000
          if (!(await finishRender(db, payload, outputs, seconds)))
            for (const { file } of outputs) await abandonFile(db, file.id)
        }),
    )
  }
}
