import type { SocialSignedIn } from '@toile/contracts/sessions/social'
import type { AfterStep, SignedIn } from '@toile/contracts/users/users'
import { safeBackUrl } from '../../lib/back-url.js'
import { loadMe } from '../../lib/me.js'
import { paths } from '../../lib/paths.js'
import { useNavigate, useSearchParams } from '../../lib/router.js'
import { beginSession, storeUser } from '../../lib/session.js'
import { socialBackUrl, socialInviteCode } from './social-redirect-state.js'

export function useAfterSignIn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = search.get('backUrl') ?? socialBackUrl.get()
  const go = (to: string, state?: object) => void navigate(to, { replace: true, state })
  const back = () => {
    socialBackUrl.forget()
    go(safeBackUrl(wanted, location.origin))
  }
  const begin = (session: SignedIn) => {
    beginSession(session)
    socialInviteCode.forget()
  }
  return {
    backUrl: wanted ?? undefined,
    /** Goes to `to`, which is the first page of a new account. Without `to`, goes to the return URL. */
    finish(session: SignedIn, to?: string) {
      begin(session)
      if (to) go(to)
      else back()
    },
    /** Goes to the page that asks for a missing email address or a first password, or else to the return URL. */
    finishSocial(session: SocialSignedIn) {
      begin(session)
      if (session.nextStep === 'bind_email') go(paths.bindEmail, { suggestedEmail: session.suggestedEmail })
      else if (session.isNew) go(paths.threePassword)
      else back()
    },
    continueFrom(after?: AfterStep) {
      if (after) storeAfterStep(after)
      back()
    },
  }
}

export function storeAfterStep({ user, session }: AfterStep): void {
  if (user && session) beginSession({ ...session, user })
  else if (user) storeUser(user)
  if (user) void loadMe({ fresh: true })
}
