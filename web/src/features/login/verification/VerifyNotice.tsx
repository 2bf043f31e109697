import { lazy, Suspense } from 'react'
import { loadPageWords } from '../../../i18n/index.js'
import { useLocation } from '../../../lib/router.js'
import { useSession } from '../../../lib/session.js'

// The home page has not loaded the banner's texts.
const VerifyBanner = lazy(async () => {
  const [{ VerifyBanner: Component }] = await Promise.all([import('./VerifyBanner.js'), loadPageWords()])
  return { default: Component }
})

export function VerifyNotice() {
  const session = useSession()
  const { pathname } = useLocation()
  // Sign-in pages show the notice themselves; without an address there is no mail to send.
  if (!session?.email || session.email_verified_at !== null || pathname.startsWith('/login/')) return null
  return (
    <Suspense>
      <VerifyBanner email={session.email} />
    </Suspense>
  )
}
