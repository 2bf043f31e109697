// The one file that imports the router: react-router-dom ends at 7, and moving to `react-router` is then one line.
export {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  Navigate,
  NavLink,
  Outlet,
  redirect,
  RouterProvider,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
export type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
