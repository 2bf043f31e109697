import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../lib/session.js'

// A visitor sends nothing.
const SignedInWidgets = lazy(async () => ({ default: (await import('./SignedInWidgets.js')).SignedInWidgets }))

/** The place of what goes on for a signed-in person on every page: a session that ends leaves it as it is. */
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
