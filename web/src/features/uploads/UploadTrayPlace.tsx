import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../session.js'

// A visitor sends nothing.
const UploadTray = lazy(async () => ({ default: (await import('./UploadTray.js')).UploadTray }))

/** The place of the tray on every page, from when somebody is signed in: a session that ends leaves it as it is. */
export function UploadTrayPlace() {
  const signedIn = useSession() !== undefined
  const [isWanted, setIsWanted] = useState(signedIn)
  if (signedIn && !isWanted) setIsWanted(true)
  return (
    isWanted && (
      <Suspense>
        <UploadTray />
      </Suspense>
    )
  )
}
