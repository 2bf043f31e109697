import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { safeBackUrl } from '../../../lib/back-url.js'
import { paths } from '../../../lib/paths.js'
import { useSearchParams } from '../../../lib/router.js'
import { useSession } from '../../../lib/session.js'
import { Button, ButtonLink } from '../../../ui/Button.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { ConfirmEmail } from './ConfirmEmail.js'
import { useResend } from './resend.js'
import { useMailedToken } from './use-mailed-token.js'
import '../login.css'
import { ProblemText } from '../../../ui/ProblemText.js'

const AppealBan = lazy(async () => ({ default: (await import('../../appeals/AppealBan.js')).AppealBan }))

export function MailboxPage() {
  const { t } = useTranslation()
  const token = useMailedToken()
  const session = useSession()
  const [search] = useSearchParams()
  const backUrl = safeBackUrl(search.get('backUrl'), location.origin)
  if (token && search.get('for') === 'appeal')
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <AppealBan token={token} />
      </Suspense>
    )
  if (token) return <ConfirmEmail key={token} token={token} backUrl={backUrl} />
  if (!session)
    return (
      <div className="login">
        <PageHeading title={t('mail.sentTitle')} />
        <p>{t('mail.signInFirst')}</p>
        <ButtonLink to={paths.signIn('/login/mailbox')}>{t('app.signIn')}</ButtonLink>
      </div>
    )
  if (session.email_verified_at)
    return (
      <div className="login">
        <PageHeading title={t('mail.verifiedTitle')} />
        <p role="status">{t('mail.verified')}</p>
        <ButtonLink to={backUrl}>{t('common.continue')}</ButtonLink>
      </div>
    )
  return <MailSent email={session.email ?? ''} backUrl={backUrl} />
}

function MailSent({ email, backUrl }: { email: string; backUrl: string }) {
  const { t } = useTranslation()
  const { isBusy, isSent, problem, button, resend } = useResend()
  return (
    <div className="login">
      <PageHeading title={t('mail.sentTitle')} />
      <p>{t('mail.sentText', { email })}</p>
      <p className="muted">{t('mail.look')}</p>
      <p role="status">{isSent && t('mail.sentAgain')}</p>
      <ProblemText className="form-problem" text={problem} />
      <Button busy={isBusy} onClick={resend}>
        {t(button)}
      </Button>
      <ButtonLink variant="filled" to={backUrl}>
        {t('common.continue')}
      </ButtonLink>
    </div>
  )
}
