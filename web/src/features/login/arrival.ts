import type { SignedIn } from '@toile/contracts/users'
import { safeBackUrl } from '../../back-url.js'
import { useNavigate, useSearchParams } from '../../router.js'
import { beginSession } from '../../session.js'

/** What happens after signing in or registering: the session is kept, and one is back where one came from. */
export function useArrival(): { arrive: (session: SignedIn) => void; backUrl: string | undefined } {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = search.get('backUrl')
  return {
    backUrl: wanted ?? undefined,
    arrive(session) {
      beginSession(session)
      void navigate(safeBackUrl(wanted, location.origin), { replace: true })
    },
  }
}
