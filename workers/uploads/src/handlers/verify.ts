import { createHash } from 'node:crypto'
import type { JobContext } from '@toile/bus/worker'
import { InputFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import { inTransaction } from '@toile/db/client'
import { storeFile } from '@toile/db/files/files'
import { moveUpload } from '@toile/db/uploads/uploads-transitions'
import { reportStep, uploadAt, type Parts } from '../parts.js'

/** Moves an upload from `upload` to `finished`: checks that all bytes are there and stores their checksum. */
export function verifyUpload(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const upload = await uploadAt(parts, payload, 'upload')
    if (!upload) return
    const report = reportStep(parts, upload)
    const stored = await parts.storage.stat(upload.originalKey)
    if (stored?.bytes !== upload.size) throw new InputFailure('BYTES_MISSING')

    report('checksum', 1)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of await parts.storage.get(upload.originalKey)) {
      signal.throwIfAborted()
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
    await inTransaction(parts.db, async (trx) => {
      await storeFile(trx, upload.originalFileId, { bytes, sha256: hash.digest('hex') })
      await moveUpload(trx, { id: upload.id, to: 'finished', attempt: payload.attempt })
    })
  }
}
