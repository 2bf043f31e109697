import { lazy, Suspense } from 'react'
import { loadPageWords } from '../../../i18n/index.js'
import { useLocation } from '../../../lib/router.js'
import { useSession } from '../../../lib/session.js'

// Loads the texts of the banner too, because the home page has not loaded them.
const VerifyBanner = lazy(async () => {
  const [{ VerifyBanner: Component }] = await Promise.all([import('./VerifyBanner.js'), loadPageWords()])
  return { default: Component }
})

export function VerifyNotice() {
  const session = useSession()
  const { pathname } = useLocation()
  // The pages below /login/ do not show the banner, because /login/mailbox also offers to send the mail. Without an
  // email address, no mail can be sent.
  if (!session?.email || session.email_verified_at !== null || pathname.startsWith('/login/')) return null
  return (
    <Suspense>
      <VerifyBanner email={session.email} />
    </Suspense>
  )
}
