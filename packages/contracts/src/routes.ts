import { accountRoutes } from './users/accounts.js'
import { backstageActivityRoutes } from './activities/activities-backstage.js'
import { activityRoutes } from './activities/activities.js'
import { activityEntryRoutes } from './activities/activity-entries.js'
import { alertRoutes } from './queues/alerts.js'
import { analyticsRoutes } from './analytics/analytics.js'
import { auditRoutes } from './audit/audit.js'
import { blockRoutes } from './users/blocks.js'
import { categoryRoutes, backstageCategoryRoutes } from './works/categories.js'
import { codeRoutes, backstageCodeRoutes } from './software/codes.js'
import { backstageCommentRoutes } from './comments/comments-backstage.js'
import { commentRoutes } from './comments/comments.js'
import { captionRoutes, courseRoutes, backstageCourseRoutes } from './courses/courses.js'
import { crawlerRoutes } from './crawlers.js'
import { creatorRoutes } from './users/creators.js'
import { activationRoutes, deviceRoutes } from './software/devices.js'
import { emailRoutes } from './sessions/emails.js'
import { bootstrapRoutes, fileRoutes } from './bootstrap.js'
import { imageRoutes } from './images/images.js'
import { invitationRoutes } from './users/invitations.js'
import { marketRoutes, backstageMarketRoutes } from './market/market.js'
import { messageRoutes } from './messages/messages.js'
import { moderationRoutes } from './moderation/moderation.js'
import { announcementRoutes, notificationRoutes } from './notifications/notifications.js'
import { backstageRoutes } from './backstage/backstage.js'
import { backstageCreatorRoutes, backstageUserRoutes } from './users/users-backstage.js'
import { passwordRoutes } from './sessions/passwords.js'
import { profileRoutes } from './users/profiles.js'
import { queueRoutes } from './queues/queues.js'
import { renderRoutes } from './renders/renders.js'
import { reportRoutes } from './moderation/reports.js'
import { sessionRoutes } from './sessions/sessions.js'
import { backstagePackageRoutes, softwareRoutes } from './software/software.js'
import { socialRoutes } from './sessions/social.js'
import { spinRoutes } from './renders/spins.js'
import { timelineRoutes } from './audit/timeline.js'
import { tableExportRoutes } from './backstage/table-exports.js'
import { backstageTenantRoutes, tenantRoutes } from './tenants/tenants.js'
import { uploadRoutes } from './uploads/uploads.js'
import { userRoutes } from './users/users.js'
import { videoRoutes } from './videos/videos.js'
import { backstageWorkRoutes } from './works/works-backstage.js'
import { workRoutes } from './works/works.js'
import { workSocialRoutes } from './works/works-social.js'

/** Every HTTP call there is. The API does not compile while one of them has no handler. */
export const routes = {
  ...bootstrapRoutes,
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
