import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsLive } from '../lib/socket.js'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** A bar shown while the network or the live connection is down. It overlays the page, so that nothing moves. */
export function OfflineBar() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const live = useIsLive()
  const text = !online ? t('app.offline') : live === false ? t('app.notLive') : ''
  return (
    <div role="status" className="offline-bar" data-shown={text !== ''}>
      {text}
    </div>
  )
}
