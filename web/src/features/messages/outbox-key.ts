import { local } from '../../lib/storage.js'

export const OUTBOX_KEY = 'messages-waiting'

/** Cheap enough for every page. */
export const hasOutbox = (): boolean => local.getItem(OUTBOX_KEY) !== null

export function clearOutbox(): void {
  local.removeItem(OUTBOX_KEY)
}
