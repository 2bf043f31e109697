import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { useAfterSignIn } from './after-sign-in.js'
import { SetPassword } from './SetPassword.js'

export function ThreePasswordPage() {
  const { t } = useTranslation()
  const { continueFrom } = useAfterSignIn()
  return (
    <SetPassword
      title={t('login.threeTitle')}
      text={t('login.threeText')}
      set={(input) => api.changePassword(input)}
      onSet={continueFrom}
    >
      {() => (
        <Button variant="quiet" onClick={() => continueFrom()}>
          {t('login.later')}
        </Button>
      )}
    </SetPassword>
  )
}
