import { useLive } from '../../lib/socket.js'
import { applyMessage, applyRead } from './cache.js'
import { removeFromOutbox } from './outbox-store.js'

export function useLiveMessages(): void {
  useLive('message:new', (message) => {
    applyMessage(message)
    removeFromOutbox(message.key)
  })
  useLive('message:read', applyRead)
}
