import { useTranslation } from 'react-i18next'
import { useLayoutEffect } from 'react'
import { UploadTray } from '../features/uploads/UploadTray.js'
import { Outlet, ScrollRestoration, useMatches } from '../router.js'
import { VerifyBanner } from '../features/login/VerifyBanner.js'
import { useFreshMe } from '../me.js'
import { useSession } from '../session.js'
import { useLiveSession } from '../socket.js'
import { forceColourMode } from '../theme.js'
import type { PageHandle } from '../routes.js'
import { Footer } from './Footer.js'
import { Header } from './Header.js'
import { OfflineBar } from './OfflineBar.js'
import { Toasts } from './Toasts.js'
import './layout.css'

/** Every full load has the same key, so there the address tells one page's place from another's. */
function scrollKey({ key, pathname, search }: { key: string; pathname: string; search: string }): string {
  return key === 'default' ? pathname + search : key
}

/** A page may ask for colours of its own on its route's handle; see routes.tsx. */
function usePageColours(): void {
  const mode = (useMatches().at(-1)?.handle as PageHandle | undefined)?.colourMode
  useLayoutEffect(() => forceColourMode(mode), [mode])
}

/** What stands around every page. */
export function Layout() {
  const { t } = useTranslation()
  useFreshMe()
  usePageColours()
  useLiveSession(useSession() !== undefined)
  return (
    <>
      <a className="skip-link" href="#content">
        {t('app.skip')}
      </a>
      <Header />
      <VerifyBanner />
      <OfflineBar />
      <main id="content" tabIndex={-1} className="page">
        <Outlet />
      </main>
      <Footer />
      <UploadTray />
      <Toasts />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}
