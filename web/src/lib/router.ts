// In the app, only this file imports react-router-dom, whose last version is 7, so a move to `react-router` is easy.
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
