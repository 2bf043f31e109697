import { accountRoutes } from './accounts.js'
import { backstageActivityRoutes } from './activities-backstage.js'
import { activityRoutes } from './activities.js'
import { activityEntryRoutes } from './activity-entries.js'
import { alertRoutes } from './alerts.js'
import { analyticsRoutes } from './analytics.js'
import { auditRoutes } from './audit.js'
import { blockRoutes } from './blocks.js'
import { categoryRoutes, backstageCategoryRoutes } from './categories.js'
import { codeRoutes, backstageCodeRoutes } from './codes.js'
import { backstageCommentRoutes } from './comments-backstage.js'
import { commentRoutes } from './comments.js'
import { captionRoutes, courseRoutes, backstageCourseRoutes } from './courses.js'
import { crawlerRoutes } from './crawlers.js'
import { creatorRoutes } from './creators.js'
import { activationRoutes, deviceRoutes } from './devices.js'
import { emailRoutes } from './emails.js'
import { entryRoutes, fileRoutes } from './entry.js'
import { imageRoutes } from './images.js'
import { invitationRoutes } from './invitations.js'
import { marketRoutes, backstageMarketRoutes } from './market.js'
import { messageRoutes } from './messages.js'
import { moderationRoutes } from './moderation.js'
import { announcementRoutes, notificationRoutes } from './notifications.js'
import { backstageRoutes } from './backstage.js'
import { backstageCreatorRoutes, backstageUserRoutes } from './users-backstage.js'
import { passwordRoutes } from './passwords.js'
import { profileRoutes } from './profiles.js'
import { queueRoutes } from './queues.js'
import { renderRoutes } from './renders.js'
import { reportRoutes } from './reports.js'
import { sessionRoutes } from './sessions.js'
import { backstagePackageRoutes, softwareRoutes } from './software.js'
import { socialRoutes } from './social.js'
import { spinRoutes } from './spins.js'
import { timelineRoutes } from './timeline.js'
import { tableExportRoutes } from './table-exports.js'
import { backstageTenantRoutes, tenantRoutes } from './tenants.js'
import { uploadRoutes } from './uploads.js'
import { userRoutes } from './users.js'
import { videoRoutes } from './videos.js'
import { backstageWorkRoutes } from './works-backstage.js'
import { workRoutes } from './works.js'
import { workSocialRoutes } from './works-social.js'

/** Every HTTP call there is. The API does not compile while one of them has no handler. */
export const routes = {
  ...entryRoutes,
  ...crawlerRoutes,
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
  ...categoryRoutes,
  ...backstageCategoryRoutes,
  ...commentRoutes,
  ...backstageWorkRoutes,
  ...backstageCommentRoutes,
  ...creatorRoutes,
  ...reportRoutes,
  ...moderationRoutes,
  ...timelineRoutes,
  ...queueRoutes,
  ...auditRoutes,
  ...alertRoutes,
  ...backstageRoutes,
  ...backstageUserRoutes,
  ...backstageCreatorRoutes,
  ...tableExportRoutes,
  ...blockRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...announcementRoutes,
  ...codeRoutes,
  ...backstageCodeRoutes,
  ...softwareRoutes,
  ...backstagePackageRoutes,
  ...deviceRoutes,
  ...activationRoutes,
  ...invitationRoutes,
  ...courseRoutes,
  ...backstageCourseRoutes,
  ...captionRoutes,
  ...marketRoutes,
  ...backstageMarketRoutes,
  ...activityRoutes,
  ...activityEntryRoutes,
  ...backstageActivityRoutes,
  ...analyticsRoutes,
  ...tenantRoutes,
  ...backstageTenantRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes
