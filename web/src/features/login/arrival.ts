import type { AfterStep, SignedIn } from '@toile/contracts/users'
import { safeBackUrl } from '../../back-url.js'
import { loadMe } from '../../me.js'
import { paths } from '../../paths.js'
import { useNavigate, useSearchParams } from '../../router.js'
import { beginSession, keepUser } from '../../session.js'
import { socialBackUrl } from './social-back.js'

/** What happens after signing in: the session is kept, and one is where one wanted to go, or at the step still to do. */
export function useArrival() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = search.get('backUrl') ?? socialBackUrl.get()
  const go = (to: string, state?: object) => void navigate(to, { replace: true, state })
  const back = () => {
    socialBackUrl.forget()
    go(safeBackUrl(wanted, location.origin))
  }
  return {
    backUrl: wanted ?? undefined,
    /** `to` is where a new account goes first; else the way back. */
    arrive(session: SignedIn & { suggestedEmail?: string }, to?: string) {
      beginSession(session)
      if (session.nextStep === 'bind_email') go(paths.bindEmail, { suggestedEmail: session.suggestedEmail })
      else if (session.nextStep === 'set_password') go(paths.threePassword)
      else if (to) go(to)
      else back()
    },
    /** After a step of setting up an account: with its full session on. */
    goOn(after: AfterStep) {
      keepAfterStep(after)
      back()
    },
  }
}

/** Keeps what changing a password or an address changed of the session. */
export function keepAfterStep({ user, session }: AfterStep): void {
  if (user && session) beginSession({ ...session, user })
  else if (user) keepUser(user)
  if (user) void loadMe({ fresh: true })
}
