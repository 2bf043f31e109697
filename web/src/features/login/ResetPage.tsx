import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { useNavigate } from '../../lib/router.js'
import { endSession } from '../../lib/session.js'
import { ButtonLink } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { toast } from '../../ui/toasts/toasts.js'
import { SetPassword } from './SetPassword.js'
import { useMailedToken } from './verification/use-mailed-token.js'

export function ResetPage() {
  const { t } = useTranslation()
  const token = useMailedToken()
  const navigate = useNavigate()
  const another = <ButtonLink to={paths.forgot}>{t('login.askAgain')}</ButtonLink>
  if (!token)
    return (
      <div className="login">
        <PageHeading title={t('login.resetTitle')} />
        <p>{t('mail.noToken')}</p>
        {another}
      </div>
    )
  return (
    <SetPassword
      title={t('login.resetTitle')}
      text={t('login.resetText')}
      set={(input) => api.resetPassword({ token, ...input })}
      onSet={() => {
        endSession()
        toast('success', t('login.resetDone'))
        void navigate(paths.signIn(), { replace: true })
      }}
    >
      {(failed) => failed && another}
    </SetPassword>
  )
}
