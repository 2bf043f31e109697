import { accountRoutes } from './accounts.js'
import { officeActivityRoutes } from './activities-office.js'
import { activityRoutes } from './activities.js'
import { activityEntryRoutes } from './activity-entries.js'
import { alertRoutes } from './alerts.js'
import { analyticsRoutes } from './analytics.js'
import { auditRoutes } from './audit.js'
import { blockRoutes } from './blocks.js'
import { categoryRoutes, officeCategoryRoutes } from './categories.js'
import { codeRoutes, officeCodeRoutes } from './codes.js'
import { officeCommentRoutes } from './comments-office.js'
import { commentRoutes } from './comments.js'
import { captionRoutes, courseRoutes, officeCourseRoutes } from './courses.js'
import { crawlerRoutes } from './crawlers.js'
import { creatorRoutes } from './creators.js'
import { activationRoutes, deviceRoutes } from './devices.js'
import { emailRoutes } from './emails.js'
import { entryRoutes, fileRoutes } from './entry.js'
import { imageRoutes } from './images.js'
import { invitationRoutes } from './invitations.js'
import { marketRoutes, officeMarketRoutes } from './market.js'
import { messageRoutes } from './messages.js'
import { moderationRoutes } from './moderation.js'
import { announcementRoutes, notificationRoutes } from './notifications.js'
import { officeRoutes } from './office.js'
import { officeCreatorRoutes, officeUserRoutes } from './users-office.js'
import { passwordRoutes } from './passwords.js'
import { profileRoutes } from './profiles.js'
import { queueRoutes } from './queues.js'
import { renderRoutes } from './renders.js'
import { reportRoutes } from './reports.js'
import { sessionRoutes } from './sessions.js'
import { officePackageRoutes, softwareRoutes } from './software.js'
import { socialRoutes } from './social.js'
import { spinRoutes } from './spins.js'
import { timelineRoutes } from './timeline.js'
import { tableExportRoutes } from './table-exports.js'
import { officeTenantRoutes, tenantRoutes } from './tenants.js'
import { uploadRoutes } from './uploads.js'
import { userRoutes } from './users.js'
import { videoRoutes } from './videos.js'
import { officeWorkRoutes } from './works-office.js'
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
  ...officeCategoryRoutes,
  ...commentRoutes,
  ...officeWorkRoutes,
  ...officeCommentRoutes,
  ...creatorRoutes,
  ...reportRoutes,
  ...moderationRoutes,
  ...timelineRoutes,
  ...queueRoutes,
  ...auditRoutes,
  ...alertRoutes,
  ...officeRoutes,
  ...officeUserRoutes,
  ...officeCreatorRoutes,
  ...tableExportRoutes,
  ...blockRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...announcementRoutes,
  ...codeRoutes,
  ...officeCodeRoutes,
  ...softwareRoutes,
  ...officePackageRoutes,
  ...deviceRoutes,
  ...activationRoutes,
  ...invitationRoutes,
  ...courseRoutes,
  ...officeCourseRoutes,
  ...captionRoutes,
  ...marketRoutes,
  ...officeMarketRoutes,
  ...activityRoutes,
  ...activityEntryRoutes,
  ...officeActivityRoutes,
  ...analyticsRoutes,
  ...tenantRoutes,
  ...officeTenantRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes
