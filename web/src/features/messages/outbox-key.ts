import { local } from '../../lib/storage.js'

export const OUTBOX_KEY = 'messages-waiting'

/** Every page of a signed-in user calls this function, so this file must not import the rest of the messages code. */
export const hasOutbox = (): boolean => local.getItem(OUTBOX_KEY) !== null

export function clearOutbox(): void {
  local.removeItem(OUTBOX_KEY)
}
