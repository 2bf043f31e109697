import { local, session } from '../storage.js'

export const FORM_DRAFTS_KEY = 'typed-unsent'

export function clearFormDrafts(): void {
  local.removeItem(FORM_DRAFTS_KEY)
  session.removeItem(FORM_DRAFTS_KEY)
}
