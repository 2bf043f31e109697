import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { useResend } from './resend.js'
import './verify-banner.css'

export function VerifyBanner({ email }: { email: string }) {
  const { t } = useTranslation()
  const { isBusy, isSent, problem, button, resend } = useResend()
  return (
    <div className="verify-banner">
      <p>{t('mail.banner', { email })}</p>
      <Button busy={isBusy} onClick={resend}>
        {t(button)}
      </Button>
      <p role="status">{isSent ? t('mail.sentAgain') : problem}</p>
    </div>
  )
}
