import { merge } from './features.js'

/** The API compiles only if each route has a handler. */
export const routes = merge('routes')

export type Routes = typeof routes
export type RouteName = keyof Routes
