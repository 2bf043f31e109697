// The one file that imports the router: react-router-dom ends at 7, and moving to `react-router` is then one line.
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
