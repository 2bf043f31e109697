import { local } from '../../lib/storage.js'

/** Under which this device keeps messages that are not sent yet, by account. */
export const WAITING_KEY = 'messages-waiting'

/** Whether there is anything to send; cheap enough for every page. */
export const hasWaiting = (): boolean => local.getItem(WAITING_KEY) !== null

/** Removes what waits to be sent, whoever's it is. */
export function forgetWaiting(): void {
  local.removeItem(WAITING_KEY)
}
