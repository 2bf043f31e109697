import { useTranslation } from 'react-i18next'
import { useLocation } from '../../router.js'
import { useSession } from '../../session.js'
import { Button } from '../../ui/Button.js'
import { mailProblems, useResend } from './resend.js'
import './verify-banner.css'

/** Over every page while the signed-in person's address is not confirmed: what that stops, and the mail once more. */
export function VerifyBanner() {
  const { t } = useTranslation()
  const session = useSession()
  const { pathname } = useLocation()
  const { state, resend } = useResend()
  // The pages of signing in say it themselves; without an address there is nothing to send to.
  if (!session?.email || session.email_verified_at !== null || pathname.startsWith('/login/')) return null
  const problem = state in mailProblems ? mailProblems[state as keyof typeof mailProblems] : undefined
  return (
    <div className="verify-banner">
      <p>{t('mail.banner', { email: session.email })}</p>
      <Button busy={state === 'busy'} onClick={() => void resend()}>
        {t(state === 'timeout' || state === 'network' ? 'app.retry' : 'mail.resend')}
      </Button>
      <p role="status">{state === 'sent' ? t('mail.sentAgain') : problem && t(problem)}</p>
    </div>
  )
}
