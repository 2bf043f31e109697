// The only file that imports react-router-dom, which ends at version 7: a move to `react-router` changes one file.
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
