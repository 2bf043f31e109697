import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'

export function BackToSignIn() {
  const { t } = useTranslation()
  return (
    <p className="muted">
      <Link to={paths.signIn()}>{t('login.backToSignIn')}</Link>
    </p>
  )
}
