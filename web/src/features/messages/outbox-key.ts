import { local } from '../../lib/storage.js'

/** Storage key of unsent messages, by account. */
export const OUTBOX_KEY = 'messages-waiting'

/** Cheap enough for every page. */
export const hasOutbox = (): boolean => local.getItem(OUTBOX_KEY) !== null

/** Removes the unsent messages of all accounts. */
export function clearOutbox(): void {
  local.removeItem(OUTBOX_KEY)
}
