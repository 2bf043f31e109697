import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../lib/session.js'

// A visitor sends nothing.
const SignedIn = lazy(async () => ({ default: (await import('./SignedIn.js')).SignedIn }))

/** The place of what goes on for a signed-in person on every page: a session that ends leaves it as it is. */
export function SignedInSlot() {
  const signedIn = useSession() !== undefined
  const [isWanted, setIsWanted] = useState(signedIn)
  if (signedIn && !isWanted) setIsWanted(true)
  return (
    isWanted && (
      <Suspense>
        <SignedIn />
      </Suspense>
    )
  )
}
