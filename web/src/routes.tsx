import type { ComponentType } from 'react'
import type { Page } from '@toile/contracts/pages.constants'
import { guardedBy } from './guards.js'
import { createBrowserRouter, type RouteObject } from './router.js'
import { loadOfficeWords, loadPageWords } from './i18n/index.js'
import { ErrorPage } from './ui/ErrorPage.js'
import { BareLayout, Layout } from './ui/Layout.js'

type PageRoute = Omit<RouteObject, 'path' | 'index' | 'children'>

/** A page of this name in its file, its words beside it; home, whose words are there from the start, does without. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await Promise.all([load(), loadPageWords()]))[0][name] })
}

/** Every page, by its path in packages/contracts/src/pages.constants.ts: one that is only here or there does not compile. */
const pages: Record<Page, PageRoute> = {
  '/': { lazy: async () => ({ Component: (await import('./features/home/HomePage.js')).HomePage }) },
  '/project/:id': { lazy: page(() => import('./features/works/WorkPage.js'), 'WorkPage') },
  '/embed/:id': { lazy: page(() => import('./features/works/EmbedPage.js'), 'EmbedPage') },
  '/embed/spin/:id': { lazy: page(() => import('./features/renders/EmbedSpinPage.js'), 'EmbedSpinPage') },
  '/creators': {
    lazy: page(() => import('./features/creators/CreatorsPage.js'), 'CreatorsPage'),
  },
  '/creators/personalPage': {
    lazy: page(() => import('./features/creators/PersonalPage.js'), 'PersonalPage'),
  },
  '/static/share-success': {
    lazy: page(() => import('./features/works/ShareSuccessPage.js'), 'ShareSuccessPage'),
  },
  '/compare': { lazy: page(() => import('./features/works/ComparePage.js'), 'ComparePage') },
  '/login/signin': { lazy: page(() => import('./features/login/SignInPage.js'), 'SignInPage') },
  '/login/register': {
    lazy: page(() => import('./features/login/RegisterPage.js'), 'RegisterPage'),
  },
  '/upload': {
    loader: guardedBy('session'),
    lazy: page(() => import('./features/uploads/UploadPage.js'), 'UploadPage'),
  },
  '/upload/uploadDetail': {
    loader: guardedBy('session'),
    lazy: page(() => import('./features/uploads/UploadDetailPage.js'), 'UploadDetailPage'),
  },
  '/login/email': {
    lazy: page(() => import('./features/login/ForgotPage.js'), 'ForgotPage'),
  },
  '/login/mailbox': {
    lazy: page(() => import('./features/login/MailboxPage.js'), 'MailboxPage'),
  },
  '/login/password': {
    lazy: page(() => import('./features/login/ResetPage.js'), 'ResetPage'),
  },
  '/login/threepassword': {
    loader: guardedBy('session'),
    lazy: page(() => import('./features/login/ThreePasswordPage.js'), 'ThreePasswordPage'),
  },
  '/login/bind_email': {
    loader: guardedBy('session'),
    lazy: page(() => import('./features/login/BindEmailPage.js'), 'BindEmailPage'),
  },
  '/social/google/login': {
    lazy: page(() => import('./features/login/SocialPage.js'), 'GooglePage'),
  },
  '/social/facebook/login': {
    lazy: page(() => import('./features/login/SocialPage.js'), 'FacebookPage'),
  },
  '/agreement/agree': {
    lazy: page(() => import('./features/legal/LegalPages.js'), 'TermsPage'),
  },
  '/agreement/conceal': {
    lazy: page(() => import('./features/legal/LegalPages.js'), 'PrivacyPage'),
  },
  '/static/about-us': {
    lazy: page(() => import('./features/legal/LegalPages.js'), 'AboutPage'),
  },
  '/admin': {
    loader: guardedBy('owner'),
    lazy: page(() => import('./features/account/OverviewPage.js'), 'OverviewPage'),
  },
  '/admin/profile': {
    loader: guardedBy('owner'),
    lazy: page(() => import('./features/account/ProfilePage.js'), 'ProfilePage'),
  },
  '/admin/cloud': {
    loader: guardedBy('owner'),
    lazy: page(() => import('./features/renders/RendersPage.js'), 'RendersPage'),
  },
  '/admin/notification': {
    loader: guardedBy('owner'),
    lazy: page(() => import('./features/notifications/NotificationsPage.js'), 'NotificationsPage'),
  },
  '/unsubscribe': {
    lazy: page(() => import('./features/notifications/UnsubscribePage.js'), 'UnsubscribePage'),
  },
  '/admin/works': {
    loader: guardedBy('owner'),
    lazy: page(() => import('./features/works/MyWorksPage.js'), 'MyWorksPage'),
  },
  '/backgroundAdmin/queues': { lazy: page(() => import('./features/queues/QueuesPage.js'), 'QueuesPage') },
  '/backgroundAdmin/audit': { lazy: page(() => import('./features/backstage/AuditPage.js'), 'AuditPage') },
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
    lazy: page(() => import('./features/account/AccountLayout.js'), 'AccountLayout'),
    children: routes.filter(isAccount),
  }
  const isOffice = ({ path = '' }: RouteObject) => path.startsWith('/backgroundAdmin/')
  // One guard for all of it, so that no page of it can be forgotten; also for those that are not there.
  const office: RouteObject = {
    loader: guardedBy('admin'),
    lazy: async () => {
      const [{ OfficeLayout }] = await Promise.all([
        import('./features/backstage/OfficeLayout.js'),
        loadPageWords(),
        loadOfficeWords(),
      ])
      return { Component: OfficeLayout }
    },
    children: [...routes.filter(isOffice), { path: '/backgroundAdmin/*', loader: notFound }],
  }
  const isBare = ({ path = '' }: RouteObject) => path.startsWith('/embed/')
  return createBrowserRouter([
    {
      Component: BareLayout,
      errorElement: <ErrorPage />,
      HydrateFallback: () => null,
      children: routes.filter(isBare),
    },
    {
      Component: Layout,
      errorElement: <ErrorPage />,
      HydrateFallback: () => null,
      children: [
        {
          errorElement: <ErrorPage />,
          children: [
            ...routes.filter((route) => !isAccount(route) && !isOffice(route) && !isBare(route)),
            account,
            office,
            { path: '*', loader: notFound },
          ],
        },
      ],
    },
  ])
}
