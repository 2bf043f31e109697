import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { useAfterSignIn } from './after-sign-in.js'
import { SetPassword } from './SetPassword.js'
import * as passwordRoutes from '@toile/contracts/sessions/passwords.paths'

/** Offers an account that came by a provider a password of its own. */
export function ThreePasswordPage() {
  const { t } = useTranslation()
  const { continueFrom } = useAfterSignIn()
  return (
    <SetPassword
      title={t('login.threeTitle')}
      text={t('login.threeText')}
      set={(input) => call(passwordRoutes.changePassword)(input, { quiet: true })}
      onDone={continueFrom}
    >
      {() => (
        <Button variant="quiet" onClick={() => continueFrom()}>
          {t('login.later')}
        </Button>
      )}
    </SetPassword>
  )
}
