import { lazy, Suspense } from 'react'
import { loadPageWords } from '../../../i18n/index.js'
import { useLocation } from '../../../lib/router.js'
import { useSession } from '../../../lib/session.js'

// Home has not loaded the words that the banner needs.
const VerifyBanner = lazy(async () => {
  const [{ VerifyBanner: Component }] = await Promise.all([import('./VerifyBanner.js'), loadPageWords()])
  return { default: Component }
})

/** The banner's place over every page while the signed-in person's address is not confirmed. */
export function VerifyNotice() {
  const session = useSession()
  const { pathname } = useLocation()
  // The pages of signing in say it themselves; without an address there is nothing to send to.
  if (!session?.email || session.email_verified_at !== null || pathname.startsWith('/login/')) return null
  return (
    <Suspense>
      <VerifyBanner email={session.email} />
    </Suspense>
  )
}
