import { local } from '../../storage.js'
import { DRAFT_PREFIX, LEFT_KEY, KEPT_FILES_DATABASE } from './kept-keys.js'

/** Removes what this device keeps of unfinished uploads, whoever's they are: their names, drafts and files' handles. */
export function forgetUploads(): void {
  const drafts = Object.keys(local).filter((key) => key.startsWith(DRAFT_PREFIX))
  for (const key of [LEFT_KEY, ...drafts]) local.removeItem(key)
  try {
    indexedDB.deleteDatabase(KEPT_FILES_DATABASE)
  } catch {
    // A browser that keeps nothing for us has nothing to forget.
  }
}
