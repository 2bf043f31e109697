import { UPLOAD_EXPIRY_HOURS } from '@toile/contracts/uploads/uploads.constants'
import { readCookie } from '../../../lib/cookies.js'
import { local, readJson } from '../../../lib/storage.js'
import { RESUMABLE_UPLOADS_KEY } from './resumable-keys.js'

export interface ResumableUpload {
  uploadId: string
  userId: string
  filename: string
  size: number
  lastModified: number
  /** When this device last created or resumed the upload, in milliseconds. */
  atMs: number
}

/** The server deletes an upload that has received no byte for this time. */
const EXPIRY_MS = UPLOAD_EXPIRY_HOURS * 3_600_000

const userId = () => readCookie('userid') ?? ''

/** The records of the signed-in user. Expired records of all users are deleted from the storage. */
export function resumableUploads(): ResumableUpload[] {
  const stored = readAll()
  const fresh = stored.filter(({ atMs }) => Date.now() - atMs < EXPIRY_MS)
  if (fresh.length < stored.length) write(fresh)
  return fresh.filter((record) => record.userId === userId())
}

export function saveResumableUpload(uploadId: string, { name, size, lastModified }: File): void {
  const record = { uploadId, userId: userId(), filename: name, size, lastModified, atMs: Date.now() }
  write([...readAll().filter((one) => one.uploadId !== uploadId), record])
}

export function deleteResumableUpload(uploadId: string): void {
  write(readAll().filter((one) => one.uploadId !== uploadId))
}

export function findResumableUpload({ name, size, lastModified }: File): ResumableUpload | undefined {
  return resumableUploads().find(
    (one) => one.filename === name && one.size === size && one.lastModified === lastModified,
  )
}

function readAll(): ResumableUpload[] {
  const stored = readJson(local, RESUMABLE_UPLOADS_KEY)
  return Array.isArray(stored) ? stored.filter(isRecord) : []
}

function isRecord(stored: unknown): stored is ResumableUpload {
  const { uploadId, userId: owner, filename, size, lastModified, atMs } = (stored ?? {}) as Partial<ResumableUpload>
  const isText = [uploadId, owner, filename].every((value) => typeof value === 'string')
  return isText && [size, lastModified, atMs].every((value) => typeof value === 'number')
}

function write(records: ResumableUpload[]): void {
  if (records.length === 0) local.removeItem(RESUMABLE_UPLOADS_KEY)
  else
    try {
      local.setItem(RESUMABLE_UPLOADS_KEY, JSON.stringify(records))
    } catch {
      // If the storage is full, the upload cannot be resumed after a reload.
    }
}
