import { useTranslation } from 'react-i18next'
import { useResend } from './resend.js'
import './need-link.css'

/** The mail with the link once more, and how that went. */
export function ResendMail() {
  const { t } = useTranslation()
  const { state, problem, button, resend } = useResend()
  return (
    <>
      <button type="button" className="need-link" disabled={state === 'busy'} onClick={() => void resend()}>
        {t(button)}
      </button>{' '}
      <span role="status">{state === 'sent' ? t('mail.sentAgain') : problem && t(problem)}</span>
    </>
  )
}
