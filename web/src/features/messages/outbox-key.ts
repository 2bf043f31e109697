import { local } from '../../lib/storage.js'

export const OUTBOX_KEY = 'messages-waiting'

/** Every page calls this, so it needs none of the messages' code. */
export const hasOutbox = (): boolean => local.getItem(OUTBOX_KEY) !== null

export function clearOutbox(): void {
  local.removeItem(OUTBOX_KEY)
}
