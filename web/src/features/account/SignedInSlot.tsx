import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../lib/session.js'

// Visitors do not load these widgets.
const SignedInWidgets = lazy(async () => ({ default: (await import('./SignedInWidgets.js')).SignedInWidgets }))

/** The widgets of signed-in users, on every page that has the header. They stay mounted after the session ends. */
export function SignedInSlot() {
  const signedIn = useSession() !== undefined
  const [isWanted, setIsWanted] = useState(signedIn)
  if (signedIn && !isWanted) setIsWanted(true)
  return (
    isWanted && (
      <Suspense>
        <SignedInWidgets />
      </Suspense>
    )
  )
}
