import { useTranslation } from 'react-i18next'
import { TOKEN_MINUTES } from '@toile/contracts/sessions/one-time-tokens.constants'
import { api } from '../../lib/api.js'
import { AskEmail } from './AskEmail.js'
import { BackToSignIn } from './BackToSignIn.js'

/** Asks for the address, then says that a mail is on its way - the same whether or not the address is known. */
export function ForgotPage() {
  const { t } = useTranslation()
  return (
    <AskEmail
      title={t('login.forgotTitle')}
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
