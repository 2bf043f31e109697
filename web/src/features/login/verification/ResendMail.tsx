import { useTranslation } from 'react-i18next'
import { TextButton } from '../../../ui/TextButton.js'
import { useResend } from './resend.js'

/** The mail with the link once more, and how that went. */
export function ResendMail() {
  const { t } = useTranslation()
  const { state, problem, button, resend } = useResend()
  return (
    <>
      <TextButton disabled={state === 'busy'} onClick={() => void resend()}>
        {t(button)}
      </TextButton>{' '}
      <span role="status">{state === 'sent' ? t('mail.sentAgain') : problem}</span>
    </>
  )
}
