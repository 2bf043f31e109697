import { useTranslation } from 'react-i18next'
import type { Profile } from '@toile/contracts/users/profiles'
import { Button } from '../../ui/Button.js'
import { formatDate } from '../../ui/format.js'
import { useResend } from '../login/verification/resend.js'

export function EmailRefused({ email, refused }: { email: string; refused: NonNullable<Profile['emailRefused']> }) {
  const { t } = useTranslation()
  const { isBusy, isSent, problem, button, resend } = useResend()
  return (
    <div className="email-refused" role="note">
      <p>{t('account.emailRefused', { email, date: formatDate(refused.at), status: refused.status })}</p>
      <p role="status">{isSent && t('mail.sentAgain')}</p>
      {problem && <p role="alert">{problem}</p>}
      <Button busy={isBusy} onClick={resend}>
        {t(button)}
      </Button>
    </div>
  )
}
