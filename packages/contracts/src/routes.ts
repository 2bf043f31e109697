import { accountRoutes } from './accounts.js'
import { alertRoutes } from './alerts.js'
import { auditRoutes } from './audit.js'
import { blockRoutes } from './blocks.js'
import { commentRoutes } from './comments.js'
import { creatorRoutes } from './creators.js'
import { emailRoutes } from './emails.js'
import { entryRoutes, fileRoutes } from './entry.js'
import { imageRoutes } from './images.js'
import { messageRoutes } from './messages.js'
import { announcementRoutes, notificationRoutes } from './notifications.js'
import { passwordRoutes } from './passwords.js'
import { profileRoutes } from './profiles.js'
import { queueRoutes } from './queues.js'
import { renderRoutes } from './renders.js'
import { reportRoutes } from './reports.js'
import { sessionRoutes } from './sessions.js'
import { socialRoutes } from './social.js'
import { spinRoutes } from './spins.js'
import { uploadRoutes } from './uploads.js'
import { userRoutes } from './users.js'
import { videoRoutes } from './videos.js'
import { workRoutes, workSocialRoutes } from './works.js'

/** Every HTTP call there is. The API does not compile while one of them has no handler. */
export const routes = {
  ...entryRoutes,
  ...fileRoutes,
  ...userRoutes,
  ...passwordRoutes,
  ...emailRoutes,
  ...sessionRoutes,
  ...profileRoutes,
  ...accountRoutes,
  ...socialRoutes,
  ...uploadRoutes,
  ...imageRoutes,
  ...videoRoutes,
  ...renderRoutes,
  ...spinRoutes,
  ...workRoutes,
  ...workSocialRoutes,
  ...commentRoutes,
  ...creatorRoutes,
  ...reportRoutes,
  ...queueRoutes,
  ...auditRoutes,
  ...alertRoutes,
  ...blockRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...announcementRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes
