import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { AntdProvider } from '../../ui/antd/AntdProvider.js'
import { NavLink, Outlet } from '../../lib/router.js'
import './account.css'

export function AccountLayout() {
  const { t } = useTranslation()
  return (
    <div className="account">
      <nav className="account-nav" aria-label={t('account.nav.label')}>
        <NavLink to={paths.account} end>
          {t('account.nav.overview')}
        </NavLink>
        <NavLink to={paths.profile}>{t('account.nav.profile')}</NavLink>
        <NavLink to={paths.myWorks()}>{t('account.nav.works')}</NavLink>
        <NavLink to={paths.notifications()}>{t('notifications.title')}</NavLink>
        <NavLink to={paths.renders()}>{t('renders.title')}</NavLink>
        <NavLink to={paths.software()}>{t('account.nav.software')}</NavLink>
        <NavLink to={paths.invite}>{t('account.nav.invite')}</NavLink>
      </nav>
      <div className="account-page">
        <AntdProvider>
          <Outlet />
        </AntdProvider>
      </div>
    </div>
  )
}
