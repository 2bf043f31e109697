import type { Page } from '@toile/contracts/pages.constants'
import { guardedBy } from './guards.js'
import { createBrowserRouter, type RouteObject } from './router.js'
import type { ColourMode } from './theme.js'
import { ErrorPage } from './ui/ErrorPage.js'
import { Layout } from './ui/Layout.js'

/** What a page may say of itself: for instance the colours that it is shown in whatever the reader chose. */
export interface PageHandle {
  colourMode?: Exclude<ColourMode, 'system'>
}
type PageRoute = Omit<RouteObject, 'path' | 'index' | 'children' | 'handle'> & { handle?: PageHandle }

/** Every page, by its path in packages/contracts/src/pages.constants.ts: one that is only here or there does not compile. */
const pages: Record<Page, PageRoute> = {
  '/': { lazy: async () => ({ Component: (await import('./features/home/HomePage.js')).HomePage }) },
  '/project/:id': { lazy: async () => ({ Component: (await import('./features/works/WorkPage.js')).WorkPage }) },
  '/login/signin': { lazy: async () => ({ Component: (await import('./features/login/SignInPage.js')).SignInPage }) },
  '/login/register': {
    lazy: async () => ({ Component: (await import('./features/login/RegisterPage.js')).RegisterPage }),
  },
  '/upload': {
    loader: guardedBy('session'),
    lazy: async () => ({ Component: (await import('./features/uploads/UploadPage.js')).UploadPage }),
  },
  '/upload/uploadDetail': {
    loader: guardedBy('session'),
    lazy: async () => ({ Component: (await import('./features/uploads/UploadDetailPage.js')).UploadDetailPage }),
  },
  '/login/email': {
    lazy: async () => ({ Component: (await import('./features/login/ForgotPage.js')).ForgotPage }),
  },
  '/login/mailbox': {
    lazy: async () => ({ Component: (await import('./features/login/MailboxPage.js')).MailboxPage }),
  },
  '/login/password': {
    lazy: async () => ({ Component: (await import('./features/login/ResetPage.js')).ResetPage }),
  },
  '/login/threepassword': {
    loader: guardedBy('session'),
    lazy: async () => ({ Component: (await import('./features/login/ThreePasswordPage.js')).ThreePasswordPage }),
  },
  '/login/bind_email': {
    loader: guardedBy('session'),
    lazy: async () => ({ Component: (await import('./features/login/BindEmailPage.js')).BindEmailPage }),
  },
  '/social/google/login': {
    lazy: async () => ({ Component: (await import('./features/login/SocialPage.js')).GooglePage }),
  },
  '/social/facebook/login': {
    lazy: async () => ({ Component: (await import('./features/login/SocialPage.js')).FacebookPage }),
  },
  '/agreement/agree': {
    lazy: async () => ({ Component: (await import('./features/legal/LegalPages.js')).TermsPage }),
  },
  '/agreement/conceal': {
    lazy: async () => ({ Component: (await import('./features/legal/LegalPages.js')).PrivacyPage }),
  },
  '/static/about-us': {
    lazy: async () => ({ Component: (await import('./features/legal/LegalPages.js')).AboutPage }),
  },
  '/admin': {
    loader: guardedBy('owner'),
    lazy: async () => ({ Component: (await import('./features/account/OverviewPage.js')).OverviewPage }),
  },
  '/admin/profile': {
    loader: guardedBy('owner'),
    lazy: async () => ({ Component: (await import('./features/account/ProfilePage.js')).ProfilePage }),
  },
  '/admin/works': {
    loader: guardedBy('owner'),
    lazy: async () => ({ Component: (await import('./features/works/MyWorksPage.js')).MyWorksPage }),
  },
}

/** What is not there reaches the app's error handler, as every other failure of the router does. */
function notFound(): never {
  throw new Response('Page not found', { status: 404 })
}

/** The router; made once, after the words are there. */
export function createRouter() {
  const routes = Object.entries(pages).map(([path, page]): RouteObject => ({ ...page, path }))
  const isAccount = ({ path = '' }: RouteObject) => /^\/admin(\/|$)/.test(path)
  const account: RouteObject = {
    lazy: async () => ({ Component: (await import('./features/account/AccountLayout.js')).AccountLayout }),
    children: routes.filter(isAccount),
  }
  return createBrowserRouter([
    {
      Component: Layout,
      errorElement: <ErrorPage />,
      HydrateFallback: () => null,
      children: [
        {
          errorElement: <ErrorPage />,
          children: [...routes.filter((route) => !isAccount(route)), account, { path: '*', loader: notFound }],
        },
      ],
    },
  ])
}
