// Only this file imports react-router-dom, whose last version is 7. A move to `react-router` then changes one file.
export {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  NavLink,
  Outlet,
  redirect,
  RouterProvider,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
import type { createBrowserRouter } from 'react-router-dom'
export type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
export type Router = ReturnType<typeof createBrowserRouter>
