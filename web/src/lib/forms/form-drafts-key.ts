import { local, session } from '../storage.js'

/** Storage key of unsent form input; see form-drafts.ts. */
export const FORM_DRAFTS_KEY = 'typed-unsent'

/** Removes unsent input of all users. */
export function clearFormDrafts(): void {
  local.removeItem(FORM_DRAFTS_KEY)
  session.removeItem(FORM_DRAFTS_KEY)
}
