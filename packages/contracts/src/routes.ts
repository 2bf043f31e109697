import { entryRoutes, fileRoutes } from './entry.js'
import { imageRoutes } from './images.js'
import { uploadRoutes } from './uploads.js'
import { userRoutes } from './users.js'
import { workRoutes } from './works.js'

/** Every HTTP call there is. The API does not compile while one of them has no handler. */
export const routes = { ...entryRoutes, ...fileRoutes, ...userRoutes, ...uploadRoutes, ...imageRoutes, ...workRoutes }

export type Routes = typeof routes
export type RouteName = keyof Routes
