import { merge } from './features.js'

/** The API does not compile while one of them has no handler. */
export const routes = merge('routes')

export type Routes = typeof routes
export type RouteName = keyof Routes
