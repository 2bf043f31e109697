import { useEffect } from 'react'
import { useSession } from '../../lib/session.js'
import { useIsLive } from '../../lib/socket.js'
import { hasOutbox } from './outbox-key.js'

export function Outbox() {
  const userId = useSession()?.id
  const isLive = useIsLive()
  useEffect(() => {
    if (userId && hasOutbox()) void import('./outbox-store.js').then(({ flush }) => flush())
  }, [userId, isLive])
  return null
}
