import { local } from '../../../lib/storage.js'
import { RESUMABLE_UPLOADS_KEY, FILE_HANDLES_DATABASE } from './resumable-keys.js'

/** Removes this device's records of unfinished uploads, with file names and file handles, for all accounts. */
export function forgetUploads(): void {
  local.removeItem(RESUMABLE_UPLOADS_KEY)
  try {
    indexedDB.deleteDatabase(FILE_HANDLES_DATABASE)
  } catch {
    // A browser without storage has nothing to remove.
  }
}
