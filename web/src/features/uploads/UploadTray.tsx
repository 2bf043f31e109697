import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '../../session.js'
import { hasLeft } from './left-records.js'
import { useSendings } from './sendings.js'

const Tray = lazy(async () => ({ default: (await import('./Tray.js')).Tray }))

/** The place of the tray on every page. It costs almost nothing as long as there is nothing in it. */
export function UploadTray() {
  const sendings = useSendings()
  const signedIn = useSession() !== undefined
  useEffect(() => {
    if (signedIn && hasLeft()) void import('./continue.js').then(({ continueLeft }) => continueLeft())
  }, [signedIn])
  if (sendings.length === 0) return null
  return (
    <Suspense>
      <Tray />
    </Suspense>
  )
}
