import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { PageHeading } from '../../ui/PageHeading.js'

/** The way into everything that there is of one's own. */
export function OverviewPage() {
  const { t } = useTranslation()
  const entries = [
    [paths.profile, t('account.nav.profile'), t('account.overview.profile')],
    [paths.myWorks(), t('account.nav.works'), t('account.overview.works')],
    [paths.upload, t('app.upload'), t('account.overview.upload')],
  ] as const
  return (
    <>
      <PageHeading title={t('account.overviewTitle')} />
      <ul className="account-links">
        {entries.map(([to, name, text]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
