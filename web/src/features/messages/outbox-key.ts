import { local } from '../../lib/storage.js'

export const OUTBOX_KEY = 'messages-waiting'

/** Every page calls this function, so this file must not import any code of the messages. */
export const hasOutbox = (): boolean => local.getItem(OUTBOX_KEY) !== null

export function clearOutbox(): void {
  local.removeItem(OUTBOX_KEY)
}
