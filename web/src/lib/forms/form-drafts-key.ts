import { local, session } from '../storage.js'

/** Storage key of the drafts of forms that were not sent; see form-drafts.ts. */
export const FORM_DRAFTS_KEY = 'typed-unsent'

/** Removes what was typed and not sent, by all people. */
export function clearFormDrafts(): void {
  local.removeItem(FORM_DRAFTS_KEY)
  session.removeItem(FORM_DRAFTS_KEY)
}
