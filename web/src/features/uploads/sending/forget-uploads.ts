import { local } from '../../../lib/storage.js'
import { RESUMABLE_UPLOADS_KEY, FILE_HANDLES_DATABASE } from './resumable-keys.js'

/** Removes what this device keeps of unfinished uploads, whoever's they are: their names and files' handles. */
export function forgetUploads(): void {
  local.removeItem(RESUMABLE_UPLOADS_KEY)
  try {
    indexedDB.deleteDatabase(FILE_HANDLES_DATABASE)
  } catch {
    // A browser that keeps nothing for us has nothing to forget.
  }
}
