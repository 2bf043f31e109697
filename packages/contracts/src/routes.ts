import { merge } from './features.js'
import type { Path } from './route.js'

/** Every HTTP call there is. The API does not compile while one of them has no handler. */
export const routes = merge('routes')

export type Routes = typeof routes
export type RouteName = keyof Routes

type ByPath = { [N in RouteName as `${Routes[N]['method']} ${Routes[N]['path']}`]: Routes[N] }

/** The route at a path. */
export type RouteAt<P extends Path> = ByPath[P & keyof ByPath]
