import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration } from '../router.js'
import { useFreshMe } from '../me.js'
import { useSession } from '../session.js'
import { useLiveSession } from '../socket.js'
import { Header } from './Header.js'
import { OfflineBar } from './OfflineBar.js'
import { Toasts } from './Toasts.js'
import './layout.css'

/** What stands around every page. */
export function Layout() {
  const { t } = useTranslation()
  useFreshMe()
  useLiveSession(useSession() !== undefined)
  return (
    <>
      <a className="skip-link" href="#content">
        {t('app.skip')}
      </a>
      <Header />
      <OfflineBar />
      <main id="content" tabIndex={-1} className="page">
        <Outlet />
      </main>
      <Toasts />
      <ScrollRestoration />
    </>
  )
}
