import path from 'node:path'
import type { JobContext } from '@toile/bus/worker'
import { newId } from '@toile/contracts/ids'
import type { JobPayload } from '@toile/contracts/jobs'
import { processUpload } from '@toile/db/queries/uploads-stages'
import { receiveVideo } from '@toile/db/queries/videos-states'
import { identifyModel } from '@toile/media/models/identify'
import { prepareModel } from '@toile/media/models/prepare'
import { withWorkFolder } from '@toile/media/work-folders'
import { storageKey } from '@toile/storage/keys'
import { convert } from '../convert.js'
import { reportStep, uploadAt, type Parts } from '../parts.js'

const CONTENT_TYPE = 'model/gltf-binary'

/** `finished` → `processed`: looked at, guarded, validated, optimised for the web, measured. The original stays. A video goes to workers/videos. */
export function processUploadFile(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const upload = await uploadAt(parts, payload, 'finished')
    if (!upload) return
    if (upload.kind === 'video') return void (await receiveVideo(parts.db, upload))
    await withWorkFolder(async (workDir) => {
      const original = path.join(workDir, 'original')
      await parts.storage.fetchTo(upload.original_key, original)
      const format = await identifyModel(original)
      const made = await prepareModel({
        path: original,
        format,
        workDir,
        convert: convert(parts, upload, signal),
        signal,
        user: parts.user,
        onProgress: reportStep(parts, upload),
      })
      const { web } = made
      const key = storageKey('models', upload.id, {
        name: `web.${payload.attempt}`,
        hash: web.sha256.slice(0, 16),
        extension: 'glb',
      })
      await parts.storage.put(key, { path: web.path }, { contentType: CONTENT_TYPE })
      signal.throwIfAborted()
      await processUpload(
        parts.db,
        { id: upload.id, attempt: payload.attempt },
        {
          file: {
            id: newId(),
            ownerId: upload.owner_id,
            kind: 'model',
            key,
            contentType: CONTENT_TYPE,
            bytes: web.bytes,
            sha256: web.sha256,
            state: 'stored',
          },
          facts: made.facts,
          report: made.report,
        },
      )
    })
  }
}
