import type { Upload } from '@toile/contracts/uploads/uploads'
import { api, ApiError } from '../../../lib/api.js'
import { isTabLockHeld } from '../../../lib/secure-context.js'
import { findFileHandle, readFile, pruneFileHandles } from './file-handles.js'
import { deleteResumableUpload, resumableUploads, type ResumableUpload } from './resumable-uploads.js'
import { lockOf, enqueueFile } from './upload-queue.js'
import { getUploadTasks, addUploadTask } from './upload-tasks.js'

/** Resumes uploads whose files the browser can read without asking the user. The tray offers to resume the others. */
export async function resumeUploads(): Promise<void> {
  const records = resumableUploads()
  await pruneFileHandles(records.map(({ uploadId }) => uploadId))
  for (const record of records) {
    // Two tabs must not send the same upload, because each request would end the request of the other tab.
    if (
      (await isTabLockHeld(lockOf(record.uploadId))) ||
      getUploadTasks().some(({ uploadId }) => uploadId === record.uploadId)
    )
      continue
    const upload = await fetchUnfinished(record)
    // The user may have chosen the file during the request.
    if (!upload || getUploadTasks().some(({ uploadId }) => uploadId === record.uploadId)) continue
    const handle = await findFileHandle(record.uploadId)
    const file = handle && (await readFile(handle, false))
    if (handle && file && isSame(file, record)) enqueueFile({ file, handle }, record.uploadId)
    else
      addUploadTask({
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

/** Resumes with the stored handle. Returns false without a readable, matching file. A prompt needs a user gesture. */
export async function resumeFromHandle(uploadId: string, { filename, size }: { filename: string; size: number }) {
  const handle = await findFileHandle(uploadId)
  const file = handle && (await readFile(handle, true))
  if (!handle || !file || file.name !== filename || file.size !== size) return false
  enqueueFile({ file, handle }, uploadId)
  return true
}

function isSame(file: File, record: ResumableUpload): boolean {
  return file.size === record.size && file.lastModified === record.lastModified
}

async function fetchUnfinished({ uploadId }: ResumableUpload): Promise<Upload | undefined> {
  try {
    const upload = await api.getUpload({ id: uploadId })
    if (upload.stage === 'upload' && upload.received < upload.size) return upload
    deleteResumableUpload(uploadId)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) deleteResumableUpload(uploadId)
  }
  return undefined
}
