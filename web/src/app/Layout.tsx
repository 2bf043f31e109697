import { useTranslation } from 'react-i18next'
import { useLayoutEffect } from 'react'
import { forcedColours, isInStudio } from '@toile/contracts/pages.constants'
import { SignedInSlot } from '../features/account/SignedInSlot.js'
import { Outlet, ScrollRestoration, useLocation, Link } from '../lib/router.js'
import { VerifyNotice } from '../features/login/verification/VerifyNotice.js'
import { useRefreshMe } from '../lib/me.js'
import { useShownPage } from '../lib/navigation.js'
import { useSession } from '../lib/session.js'
import { useLiveSession } from '../lib/socket.js'
import { forceColourMode } from '../lib/theme.js'
import { Header } from './Header.js'
import { OfflineBar } from '../ui/OfflineBar.js'
import { Toasts } from '../ui/toasts/Toasts.js'
import { paths } from '../lib/paths.js'
import './layout.css'
import './footer.css'

/** After every page load, the first history entry has the key "default". The address distinguishes such entries. */
function scrollKey({ key, pathname, search }: { key: string; pathname: string; search: string }): string {
  return key === 'default' ? pathname + search : key
}

function usePageColours(): void {
  const mode = forcedColours(useLocation().pathname)
  useLayoutEffect(() => forceColourMode(mode), [mode])
}

export function BareLayout() {
  usePageColours()
  return (
    <main id="content" className="bare">
      <Outlet />
    </main>
  )
}

/** Inside the desktop software, the market is a bare page: it has no header or footer. */
export function Layout() {
  const { pathname, search } = useLocation()
  useShownPage()
  return isInStudio(pathname, search) ? <BareLayout /> : <WholeLayout />
}

function WholeLayout() {
  const { t } = useTranslation()
  useRefreshMe()
  usePageColours()
  useLiveSession(useSession() !== undefined)
  return (
    <>
      <a className="skip-link" href="#content">
        {t('app.skip')}
      </a>
      <Header />
      <VerifyNotice />
      <OfflineBar />
      <main id="content" tabIndex={-1} className="page">
        <Outlet />
      </main>
      <Footer />
      <SignedInSlot />
      <Toasts />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

function Footer() {
  const { t } = useTranslation()
  return (
    <footer className="footer">
      <p>
        <span className="footer-name">Toile</span> {t('footer.note')}
      </p>
      <nav aria-label={t('footer.nav')}>
        <Link to={paths.about}>{t('footer.about')}</Link>
        <Link to={paths.terms}>{t('footer.terms')}</Link>
        <Link to={paths.privacy}>{t('footer.privacy')}</Link>
      </nav>
    </footer>
  )
}
