import type { ComponentType } from 'react'
import type { Page } from '@toile/contracts/pages.constants'
import type { LoaderFunctionArgs, RouteObject } from './router.js'
import { createBrowserRouter, redirect } from './router.js'
import { loadPageWords } from './i18n/index.js'
import { paths } from './paths.js'
import { getToken } from './session.js'
import type { ColourMode } from './theme.js'
import { ErrorPage, NotFound } from './ui/ErrorPage.js'
import { Layout } from './ui/Layout.js'

/** What a page may say of itself: for instance the colours that it is shown in whatever the reader chose. */
export interface PageHandle {
  colourMode?: Exclude<ColourMode, 'system'>
}
type PageRoute = Omit<RouteObject, 'path' | 'index' | 'children' | 'handle'> & { handle?: PageHandle }

/** Pages that need a signed-in person send a visitor to the sign-in page, and back afterwards. */
function requireSession({ request }: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(request.url)
  return getToken() ? null : redirect(paths.signIn(pathname + search))
}

/** A page whose words come beside it; home, whose words are there from the start, does without. */
function page(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await Promise.all([load(), loadPageWords()]))[0] })
}

/** Every page, by its path in packages/contracts/src/pages.constants.ts: one that is only here or there does not compile. */
const pages: Record<Page, PageRoute> = {
  '/': { lazy: async () => ({ Component: (await import('./features/home/HomePage.js')).HomePage }) },
  '/project/:id': { lazy: page(async () => (await import('./features/works/WorkPage.js')).WorkPage) },
  '/login/signin': { lazy: page(async () => (await import('./features/login/SignInPage.js')).SignInPage) },
  '/login/register': {
    lazy: page(async () => (await import('./features/login/RegisterPage.js')).RegisterPage),
  },
  '/upload': {
    loader: requireSession,
    lazy: page(async () => (await import('./features/uploads/UploadPage.js')).UploadPage),
  },
  '/upload/uploadDetail': {
    loader: requireSession,
    lazy: page(async () => (await import('./features/uploads/UploadDetailPage.js')).UploadDetailPage),
  },
  '/admin/works': {
    loader: requireSession,
    lazy: page(async () => (await import('./features/works/MyWorksPage.js')).MyWorksPage),
  },
}

/** The router; made once, after the words are there. */
export function createRouter() {
  const routes = Object.entries(pages).map(([path, page]): RouteObject => ({ ...page, path }))
  return createBrowserRouter([
    {
      Component: Layout,
      errorElement: <ErrorPage />,
      HydrateFallback: () => null,
      children: [{ errorElement: <ErrorPage />, children: [...routes, { path: '*', Component: NotFound }] }],
    },
  ])
}
