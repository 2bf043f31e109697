import { useLive } from '../../lib/socket.js'
import { takeMessage, takeRead } from './cache.js'
import { removeFromOutbox } from './outbox-store.js'

/** Puts what happens live in conversations on the screen. */
export function useLiveMessages(): void {
  useLive('message:new', (message) => {
    takeMessage(message)
    removeFromOutbox(message.key)
  })
  useLive('message:read', takeRead)
}
