import { local } from '../../lib/storage.js'

/** Under which this device keeps messages that are not sent yet, by account. */
export const OUTBOX_KEY = 'messages-waiting'

/** Whether there is anything to send; cheap enough for every page. */
export const hasOutbox = (): boolean => local.getItem(OUTBOX_KEY) !== null

/** Removes what waits to be sent, whoever's it is. */
export function clearOutbox(): void {
  local.removeItem(OUTBOX_KEY)
}
