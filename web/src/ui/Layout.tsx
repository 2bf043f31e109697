import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration } from '../router.js'
import { UploadTray } from '../features/uploads/UploadTray.js'
import { useFreshMe } from '../me.js'
import { useSession } from '../session.js'
import { useLiveSession } from '../socket.js'
import { Header } from './Header.js'
import { OfflineBar } from './OfflineBar.js'
import { Toasts } from './Toasts.js'
import './layout.css'

/** Every full load has the same key, so there the address tells one page's place from another's. */
function scrollKey({ key, pathname, search }: { key: string; pathname: string; search: string }): string {
  return key === 'default' ? pathname + search : key
}

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
      <UploadTray />
      <Toasts />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}
