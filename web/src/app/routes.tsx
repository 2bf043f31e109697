import type { ComponentType } from 'react'
import type { Page } from '@toile/contracts/pages.constants'
import { reauthentication } from '../lib/request.js'
import { guardedBy } from './guards.js'
import { createBrowserRouter, type RouteObject } from '../lib/router.js'
import { loadPageWords } from '../i18n/index.js'
import { ErrorPage } from '../ui/ErrorPage.js'
import { BareLayout, Layout } from './Layout.js'
import { waitForPageIdle } from '../lib/after-load.js'

type PageRoute = Omit<RouteObject, 'path' | 'index' | 'children'>

/** Loads a page and the texts of pages.json. The home page does not use this, because it needs only shell.json. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await Promise.all([load(), loadPageWords()]))[0][name] })
}

const loadRecovery = () => import('../features/login/RecoveryPages.js')
const loadSteps = () => import('../features/login/StepPages.js')
const loadLegal = () => import('../features/legal/LegalPages.js')
const loadLearning = () => import('../features/learning/LearningPages.js')
const loadActivities = () => import('../features/activities/ActivityPages.js')
const loadSoftware = () => import('../features/software/SoftwarePages.js')

/** All pages except the backstage pages. `Page` lists all paths, so a missing or an unknown path does not compile. */
const pages: Record<Exclude<Page, `/backgroundAdmin${string}`>, PageRoute> = {
  '/': { lazy: async () => ({ Component: (await import('../features/home/HomePage.js')).HomePage }) },
  '/project/:id': { lazy: page(() => import('../features/works/work-page/WorkPage.js'), 'WorkPage') },
  '/embed/:id': { lazy: page(() => import('../features/works/work-page/EmbedPage.js'), 'EmbedPage') },
  '/embed/spin/:id': { lazy: page(() => import('../features/renders/EmbedSpinPage.js'), 'EmbedSpinPage') },
  '/creators': {
    lazy: page(() => import('../features/creators/CreatorsPage.js'), 'CreatorsPage'),
  },
  '/creators/personalPage': {
    lazy: page(() => import('../features/creators/PersonalPage.js'), 'PersonalPage'),
  },
  '/static/share-success': {
    lazy: page(() => import('../features/works/ShareSuccessPage.js'), 'ShareSuccessPage'),
  },
  '/activity': { lazy: page(loadActivities, 'ActivitiesPage') },
  '/activity/activityDetail': { lazy: page(loadActivities, 'ActivityDetailPage') },
  '/static/activity/:id': { lazy: page(loadActivities, 'ActivitySharePage') },
  '/static/act-intro': { lazy: page(loadActivities, 'ActIntroPage') },
  '/learning': { lazy: page(loadLearning, 'LearningPage') },
  '/learning/detail': { lazy: page(loadLearning, 'LessonPage') },
  '/static/official-market': { lazy: page(() => import('../features/market/MarketPage.js'), 'MarketPage') },
  '/compare': { lazy: page(() => import('../features/works/ComparePage.js'), 'ComparePage') },
  '/login/signin': { lazy: page(() => import('../features/login/SignInPage.js'), 'SignInPage') },
  '/login/register': {
    lazy: page(() => import('../features/login/RegisterPage.js'), 'RegisterPage'),
  },
  '/upload': {
    loader: guardedBy('session'),
    lazy: page(() => import('../features/uploads/UploadPage.js'), 'UploadPage'),
  },
  '/upload/uploadDetail': {
    loader: guardedBy('session'),
    lazy: page(() => import('../features/uploads/UploadDetailPage.js'), 'UploadDetailPage'),
  },
  '/progress': {
    loader: guardedBy('owner'),
    lazy: page(() => import('../features/progress/ProgressPage.js'), 'ProgressPage'),
  },
  '/login/email': {
    lazy: page(loadRecovery, 'ForgotPage'),
  },
  '/login/mailbox': {
    lazy: page(loadRecovery, 'MailboxPage'),
  },
  '/login/password': {
    lazy: page(loadRecovery, 'ResetPage'),
  },
  '/login/threepassword': {
    loader: guardedBy('session'),
    lazy: page(loadSteps, 'ThreePasswordPage'),
  },
  '/login/bind_email': {
    loader: guardedBy('session'),
    lazy: page(loadSteps, 'BindEmailPage'),
  },
  '/social/google/login': {
    lazy: page(loadSteps, 'GooglePage'),
  },
  '/social/facebook/login': {
    lazy: page(loadSteps, 'FacebookPage'),
  },
  '/agreement/agree': {
    lazy: page(loadLegal, 'TermsPage'),
  },
  '/agreement/conceal': {
    lazy: page(loadLegal, 'PrivacyPage'),
  },
  '/static/about-us': {
    lazy: page(loadLegal, 'AboutPage'),
  },
  '/static/api': { lazy: page(loadLegal, 'ApiPage') },
  '/admin': {
    loader: guardedBy('owner'),
    lazy: page(() => import('../features/account/OverviewPage.js'), 'OverviewPage'),
  },
  '/admin/profile': {
    loader: guardedBy('owner'),
    lazy: page(() => import('../features/account/ProfilePage.js'), 'ProfilePage'),
  },
  '/admin/invite': { loader: guardedBy('owner'), lazy: page(loadSoftware, 'InvitePage') },
  '/admin/software': { loader: guardedBy('owner'), lazy: page(loadSoftware, 'SoftwarePage') },
  '/admin/cloud': {
    loader: guardedBy('owner'),
    lazy: page(() => import('../features/renders/RendersPage.js'), 'RendersPage'),
  },
  '/admin/notification': {
    loader: guardedBy('owner'),
    lazy: page(() => import('../features/notifications/NotificationsPage.js'), 'NotificationsPage'),
  },
  '/unsubscribe': {
    lazy: page(() => import('../features/notifications/UnsubscribePage.js'), 'UnsubscribePage'),
  },
  '/admin/works': {
    loader: guardedBy('owner'),
    lazy: page(() => import('../features/works/MyWorksPage.js'), 'MyWorksPage'),
  },
}

/** Answers an unknown path: the thrown 404 shows the error page inside the site's layout. */
function notFound(): never {
  throw new Response('Page not found', { status: 404 })
}

/** Call this once, after the texts of the shell are loaded. */
export function createRouter() {
  reauthentication.ask = async () => (await import('../features/account/prompt-reauth.js')).promptReauthentication()
  const routes = Object.entries(pages).map(([path, page]): RouteObject => ({ ...page, path }))
  const isAccount = ({ path = '' }: RouteObject) => /^\/admin(\/|$)/.test(path)
  const account: RouteObject = {
    lazy: page(() => import('../features/account/AccountLayout.js'), 'AccountLayout'),
    children: routes.filter(isAccount),
  }
  // One guard covers /backgroundAdmin and all paths below it, even unknown paths, so that no page can lack a guard.
  const backstage: RouteObject = {
    loader: guardedBy('admin'),
    lazy: page(() => import('../features/backstage/BackstageLayout.js'), 'BackstageLayout'),
    children: [
      {
        path: '/backgroundAdmin/*',
        lazy: page(() => import('../features/backstage/BackstageRoutes.js'), 'BackstageRoutes'),
      },
    ],
  }
  const isBare = ({ path = '' }: RouteObject) => path.startsWith('/embed/')
  const router = createBrowserRouter([
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
            ...routes.filter((route) => !isAccount(route) && !isBare(route)),
            account,
            backstage,
            { path: '*', loader: notFound },
          ],
        },
      ],
    },
  ])
  void waitForPageIdle().then(async () => (await import('../features/analytics/page-views.js')).reportPageViews(router))
  return router
}
