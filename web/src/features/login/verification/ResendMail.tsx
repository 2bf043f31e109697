import { useTranslation } from 'react-i18next'
import { TextButton } from '../../../ui/TextButton.js'
import { useResend } from './resend.js'

export function ResendMail() {
  const { t } = useTranslation()
  const { isBusy, isSent, problem, button, resend } = useResend()
  return (
    <>
      <TextButton disabled={isBusy} onClick={resend}>
        {t(button)}
      </TextButton>{' '}
      <span role="status">{isSent ? t('mail.sentAgain') : problem}</span>
    </>
  )
}
