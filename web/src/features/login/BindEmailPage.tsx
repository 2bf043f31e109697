import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { useLocation } from '../../lib/router.js'
import { signOut } from '../account/sign-out.js'
import { Button } from '../../ui/Button.js'
import { AskEmail } from './AskEmail.js'

export function BindEmailPage() {
  const { t } = useTranslation()
  const suggested = (useLocation().state as { suggestedEmail?: string } | null)?.suggestedEmail
  return (
    <AskEmail
      title={t('login.bindTitle')}
      text={t('login.bindText')}
      button={t('login.bindSend')}
      suggested={suggested}
      ask={(email) => api.bindEmail({ email })}
      sent={(email) => t('login.bindSent', { email })}
    >
      <Button variant="quiet" onClick={() => void signOut()}>
        {t('login.notNow')}
      </Button>
    </AskEmail>
  )
}
