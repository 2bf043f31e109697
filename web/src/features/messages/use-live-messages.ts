import { useLive } from '../../lib/socket.js'
import { takeMessage, takeRead } from './cache.js'
import { drop } from './waiting.js'

/** Puts what happens live in conversations on the screen. */
export function useLiveMessages(): void {
  useLive('message:new', (message) => {
    takeMessage(message)
    drop(message.key)
  })
  useLive('message:read', takeRead)
}
