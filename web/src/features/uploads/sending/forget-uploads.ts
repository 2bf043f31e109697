import { local } from '../../../lib/storage.js'
import { LEFT_KEY, KEPT_FILES_DATABASE } from './kept-keys.js'

/** Removes what this device keeps of unfinished uploads, whoever's they are: their names and files' handles. */
export function forgetUploads(): void {
  local.removeItem(LEFT_KEY)
  try {
    indexedDB.deleteDatabase(KEPT_FILES_DATABASE)
  } catch {
    // A browser that keeps nothing for us has nothing to forget.
  }
}
