import { createHash } from 'node:crypto'
import { entriesOf } from '../journal.js'
import { bytesOf, emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I1: an offset never falls below an acknowledged offset, and the stored bytes equal those of the source file. */
export async function checkBytes({ journal, uploads, storage }: Evidence): Promise<Verdict> {
  const verdict = emptyVerdict('I1', 'acknowledged bytes are never lost or mixed', entriesOf(journal, 'bytes').length)
  const acknowledged = new Map<string, number>()
  for (const entry of journal) {
    if (entry.kind !== 'bytes' && entry.kind !== 'head') continue
    const before = acknowledged.get(entry.uploadId) ?? 0
    if (!(entry.offset >= before)) verdict.lost.push(`${entry.uploadId}: offset ${entry.offset} after ${before}`)
    acknowledged.set(entry.uploadId, Math.max(before, entry.offset))
  }
  const complete = new Set(entriesOf(journal, 'complete').map(({ uploadId }) => uploadId))
  for (const { uploadId, sha256 } of entriesOf(journal, 'created')) {
    if (!complete.has(uploadId)) {
      verdict.stuck.push(`${uploadId}: its bytes never came whole`)
      continue
    }
    const row = uploads.get(uploadId)
    const bytes = row && (await bytesOf(storage, row.originalKey))
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      verdict.lost.push(`${uploadId}: the ${bytes?.length ?? 0} bytes stored are not the source's`)
  }
  return verdict
}
