import type { UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { readCookie } from '../../../lib/cookies.js'
import { holdTabLock } from '../../../lib/secure-context.js'
import { getToken, onSessionChange } from '../../../lib/session.js'
import { deleteFileHandle, saveFileHandle, type StoredFileHandle } from './file-handles.js'
import { deleteResumableUpload, saveResumableUpload, findResumableUpload } from './resumable-uploads.js'
import { getUploadTasks, updateUploadTask, removeUploadTasks, addUploadTask, type UploadTask } from './upload-tasks.js'
import { createSpeedometer } from './speedometer.js'
import { startTransfer } from './transfer.js'
import { endUpload } from './end-upload.js'

export const lockOf = (uploadId: string) => `toile-upload-${uploadId}`

/** More transfers at once would share the same bandwidth, so that all of them would finish later. */
const MAX_CONCURRENT = 2

export interface ChosenFile {
  file: File
  handle?: StoredFileHandle | undefined
  /** Only backstage forms set the kind. Without it, the file name decides. */
  kind?: UploadKind | undefined
  forWorkId?: string | undefined
}

interface Run {
  chosen: ChosenFile
  stop?: () => void
  release?: () => void
}
const runs = new Map<string, Run>()
let lastNumber = 0

/**
 * Queues a file and returns the key of its task. Continues the upload `uploadId`, which another device may have begun.
 * Without an `uploadId`, continues an earlier upload of the same file, if there is one.
 */
export function enqueueFile(chosen: ChosenFile, uploadId?: string): string {
  const { file, kind } = chosen
  // With a `kind`, an earlier upload is not continued, because it may be of another kind.
  const known = uploadId ?? (kind ? undefined : findResumableUpload(file)?.uploadId)
  const same = getUploadTasks().find((one) => one.uploadId !== undefined && one.uploadId === known)
  if (same && runs.has(same.key)) {
    resumeUpload(same.key)
    return same.key
  }
  if (same) removeUploadTasks(({ key }) => key === same.key)
  const key = `s${++lastNumber}`
  runs.set(key, { chosen })
  addUploadTask({
    key,
    uploadId: known,
    isBackstage: kind === 'file',
    filename: file.name,
    sentBytes: same?.sentBytes ?? 0,
    totalBytes: file.size,
    bytesPerSecond: 0,
    secondsLeft: undefined,
    state: 'waiting',
  })
  startNext()
  return key
}

export function pauseUpload(key: string): void {
  halt(key)
  updateUploadTask(key, { state: 'paused', bytesPerSecond: 0, secondsLeft: undefined, message: undefined })
  startNext()
}

export function resumeUpload(key: string): void {
  const task = findTask(key)
  if (task?.state !== 'paused' && task?.state !== 'failed') return
  updateUploadTask(key, { state: 'waiting', message: undefined })
  startNext()
}

/** Cancels an upload on this device and on the server. A complete upload stays on the server. */
export async function cancelUpload(key: string): Promise<void> {
  const uploadId = findTask(key)?.uploadId
  removeTask(key)
  if (uploadId) await endUpload(uploadId)
}

export function removeTask(key: string): void {
  halt(key)
  const uploadId = findTask(key)?.uploadId
  if (uploadId) deleteResumable(uploadId)
  runs.delete(key)
  removeUploadTasks((one) => one.key === key)
  startNext()
}

const findTask = (key: string): UploadTask | undefined => getUploadTasks().find((one) => one.key === key)

function halt(key: string): void {
  const run = runs.get(key)
  run?.stop?.()
  run?.release?.()
  delete run?.stop
  delete run?.release
}

function deleteResumable(uploadId: string): void {
  deleteResumableUpload(uploadId)
  void deleteFileHandle(uploadId)
}

function startNext(): void {
  const running = getUploadTasks().filter(({ state }) => state === 'moving' || state === 'interrupted').length
  for (const { key, uploadId } of getUploadTasks()
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, MAX_CONCURRENT - running)))
    start(key, uploadId)
}

function start(key: string, uploadId: string | undefined): void {
  const run = runs.get(key)!
  const { file, handle, kind, forWorkId } = run.chosen
  const speed = createSpeedometer()
  updateUploadTask(key, { state: 'moving' })
  const stopped = { bytesPerSecond: 0, secondsLeft: undefined }
  run.stop = startTransfer(
    file,
    { uploadId, kind, forWorkId },
    {
      announced(id) {
        run.release ??= holdTabLock(lockOf(id))
        if (!kind) saveResumableUpload(id, file)
        if (handle) void saveFileHandle(id, handle)
        updateUploadTask(key, { uploadId: id, state: 'moving', reason: undefined, message: undefined })
      },
      progress(sentBytes) {
        updateUploadTask(key, { sentBytes, state: 'moving', reason: undefined, ...speed(sentBytes, file.size) })
      },
      interrupted: (reason, message) => updateUploadTask(key, { state: 'interrupted', reason, message, ...stopped }),
      failed(message) {
        halt(key)
        updateUploadTask(key, { state: 'failed', message, ...stopped })
        startNext()
      },
      sent() {
        halt(key)
        const id = findTask(key)?.uploadId
        if (id) deleteResumable(id)
        updateUploadTask(key, { state: 'sent', sentBytes: file.size, ...stopped })
        startNext()
      },
    },
  )
}

// The id of the user who began the transfers. The transfers stop when the session of this user ends.
const currentUserId = () => (getToken() ? readCookie('userid') : undefined)
let userId = currentUserId()
onSessionChange(() => {
  if (userId === currentUserId()) return
  userId = currentUserId()
  for (const key of runs.keys()) halt(key)
  runs.clear()
  removeUploadTasks(() => true)
})
