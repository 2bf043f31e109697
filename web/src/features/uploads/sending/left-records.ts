import { uploadExpiryHours } from '@toile/contracts/uploads/uploads.constants'
import { readCookie } from '../../../lib/cookies.js'
import { local } from '../../../lib/storage.js'
import { LEFT_KEY } from './kept-keys.js'

/** What this device remembers of an upload whose bytes are not all there. */
export interface LeftRecord {
  uploadId: string
  userId: string
  filename: string
  size: number
  lastModified: number
  /** When it last got through to the server, in milliseconds. */
  atMs: number
}

/** The server gives an upload up after this long without a byte; so do we. */
const KEEP_MS = uploadExpiryHours * 3_600_000

const userId = () => readCookie('userid') ?? ''

/** Those of the person who is signed in; what is too old is swept on the way. */
export function leftRecords(): LeftRecord[] {
  const kept = all()
  const fresh = kept.filter(({ atMs }) => Date.now() - atMs < KEEP_MS)
  if (fresh.length < kept.length) write(fresh)
  return fresh.filter((record) => record.userId === userId())
}

export function keepRecord(uploadId: string, { name, size, lastModified }: File): void {
  const record = { uploadId, userId: userId(), filename: name, size, lastModified, atMs: Date.now() }
  write([...all().filter((one) => one.uploadId !== uploadId), record])
}

export function dropRecord(uploadId: string): void {
  write(all().filter((one) => one.uploadId !== uploadId))
}

/** The upload that this very file was being sent as. */
export function recordOf({ name, size, lastModified }: File): LeftRecord | undefined {
  return leftRecords().find((one) => one.filename === name && one.size === size && one.lastModified === lastModified)
}

function all(): LeftRecord[] {
  try {
    const kept: unknown = JSON.parse(local.getItem(LEFT_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecord) : []
  } catch {
    return []
  }
}

/** Anything may stand in a browser's storage. */
function isRecord(kept: unknown): kept is LeftRecord {
  const { uploadId, userId: owner, filename, size, lastModified, atMs } = (kept ?? {}) as Partial<LeftRecord>
  const isText = [uploadId, owner, filename].every((value) => typeof value === 'string')
  return isText && [size, lastModified, atMs].every((value) => typeof value === 'number')
}

function write(records: LeftRecord[]): void {
  if (records.length === 0) local.removeItem(LEFT_KEY)
  else
    try {
      local.setItem(LEFT_KEY, JSON.stringify(records))
    } catch {
      // A full storage: after a reload the upload is gone on with by choosing its file again.
    }
}
