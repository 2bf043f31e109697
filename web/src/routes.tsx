import type { LoaderFunctionArgs, RouteObject } from './router.js'
import { createBrowserRouter, redirect } from './router.js'
import { paths } from './paths.js'
import { getToken } from './session.js'
import { ErrorPage, NotFound } from './ui/ErrorPage.js'
import { Layout } from './ui/Layout.js'

/** Pages that need a signed-in person send a visitor to the sign-in page, and back afterwards. */
function requireSession({ request }: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(request.url)
  return getToken() ? null : redirect(paths.signIn(pathname + search))
}

/** Every page; packages/contracts/src/pages.constants.ts tells the server which of them there are. */
const pages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./features/home/HomePage.js')).HomePage }) },
  {
    path: 'project/:id',
    lazy: async () => ({ Component: (await import('./features/works/WorkPage.js')).WorkPage }),
  },
  {
    path: 'login/signin',
    lazy: async () => ({ Component: (await import('./features/login/SignInPage.js')).SignInPage }),
  },
  {
    path: 'login/register',
    lazy: async () => ({ Component: (await import('./features/login/RegisterPage.js')).RegisterPage }),
  },
  {
    path: 'upload',
    loader: requireSession,
    lazy: async () => ({ Component: (await import('./features/uploads/UploadPage.js')).UploadPage }),
  },
  {
    path: 'upload/uploadDetail',
    loader: requireSession,
    lazy: async () => ({ Component: (await import('./features/uploads/UploadDetailPage.js')).UploadDetailPage }),
  },
  {
    path: 'admin/works',
    loader: requireSession,
    lazy: async () => ({ Component: (await import('./features/works/MyWorksPage.js')).MyWorksPage }),
  },
  { path: '*', Component: NotFound },
]

/** The router; made once, after the words are there. */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Layout,
      errorElement: <ErrorPage />,
      HydrateFallback: () => null,
      children: [{ errorElement: <ErrorPage />, children: pages }],
    },
  ])
}
