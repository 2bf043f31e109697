import { useTranslation } from 'react-i18next'
import { TOKEN_MINUTES } from '@toile/contracts/sessions/one-time-tokens.constants'
import { api } from '../../lib/api.js'
import { AskEmail } from './AskEmail.js'
import { BackToSignIn } from './BackToSignIn.js'

/** Shows the same answer for known and unknown addresses, so that it does not reveal who has an account. */
export function ForgotPage() {
  const { t } = useTranslation()
  return (
    <AskEmail
      title={t('login.forgot')}
      text={t('login.forgotText')}
      button={t('login.forgotSend')}
      ask={(email) => api.retrievePassword({ email })}
      sent={(email) => t('login.forgotSent', { email, minutes: TOKEN_MINUTES })}
      afterwards={<BackToSignIn />}
    >
      <BackToSignIn />
    </AskEmail>
  )
}
