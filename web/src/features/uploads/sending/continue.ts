import type { Upload, uploadRoutes } from '@toile/contracts/uploads/uploads'
import { ask, CallFailure } from '../../../lib/api.js'
import { isHeld } from '../../../lib/secure-context.js'
import { keptFile, readKept, sweepFiles } from './kept-files.js'
import { dropRecord, leftRecords, type LeftRecord } from './left-records.js'
import { lockOf, sendFile } from './sending.js'
import { allSendings, putSending } from './sendings.js'

/**
 * Goes on with what an earlier visit left unsent: by itself where the browser still lets us read the file, else it
 * stands in the tray until the file is chosen again.
 */
export async function continueLeft(): Promise<void> {
  const records = leftRecords()
  await sweepFiles(records.map(({ uploadId }) => uploadId))
  for (const record of records) {
    // Two tabs must not send the same upload: the server would throw out one for the other, again and again.
    if ((await isHeld(lockOf(record.uploadId))) || allSendings().some(({ uploadId }) => uploadId === record.uploadId))
      continue
    const upload = await look(record)
    // It may have been chosen again while we asked.
    if (!upload || allSendings().some(({ uploadId }) => uploadId === record.uploadId)) continue
    const handle = await keptFile(record.uploadId)
    const file = handle && (await readKept(handle, false))
    if (handle && file && isSame(file, record)) sendFile({ file, handle }, record.uploadId)
    else
      putSending({
        key: `left-${record.uploadId}`,
        uploadId: record.uploadId,
        filename: record.filename,
        sentBytes: upload.received,
        totalBytes: record.size,
        bytesPerSecond: 0,
        secondsLeft: undefined,
        state: 'left',
        oneClick: handle !== undefined,
      })
  }
}

/** Goes on with the file that the browser still knows; false when it has to be chosen again. Needs a press of a button. */
export async function continueKept(uploadId: string, { filename, size }: { filename: string; size: number }) {
  const handle = await keptFile(uploadId)
  const file = handle && (await readKept(handle, true))
  if (!handle || !file || file.name !== filename || file.size !== size) return false
  sendFile({ file, handle }, uploadId)
  return true
}

function isSame(file: File, record: LeftRecord): boolean {
  return file.size === record.size && file.lastModified === record.lastModified
}

/** Where the server stands with it; undefined when there is nothing to go on with. */
async function look({ uploadId }: LeftRecord): Promise<Upload | undefined> {
  try {
    const upload = await ask<typeof uploadRoutes.getUpload>('GET', `/uploads/${uploadId}`)
    if (upload.stage === 'upload' && upload.received < upload.size) return upload
    dropRecord(uploadId)
  } catch (error) {
    if (error instanceof CallFailure && error.failed.status === 404) dropRecord(uploadId)
  }
  return undefined
}
