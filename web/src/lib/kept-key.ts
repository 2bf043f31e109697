import { local, session } from './storage.js'

/** Under which this device keeps what was typed and not sent; see kept.ts. */
export const KEPT_KEY = 'typed-unsent'

/** Removes what was typed and not sent, by all people. */
export function forgetTyped(): void {
  local.removeItem(KEPT_KEY)
  session.removeItem(KEPT_KEY)
}
