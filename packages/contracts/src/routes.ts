import * as accounts from './users/accounts.js'
import * as activitiesBackstage from './activities/activities-backstage.js'
import * as activities from './activities/activities.js'
import * as activityEntries from './activities/activity-entries.js'
import * as alerts from './queues/alerts.js'
import * as analytics from './analytics/analytics.js'
import * as audit from './audit/audit.js'
import * as blocks from './users/blocks.js'
import * as categories from './works/categories.js'
import * as codes from './software/codes.js'
import * as commentsBackstage from './comments/comments-backstage.js'
import * as comments from './comments/comments.js'
import * as courses from './courses/courses.js'
import * as crawlers from './crawlers.js'
import * as creators from './users/creators.js'
import * as devices from './software/devices.js'
import * as emails from './sessions/emails.js'
import * as bootstrap from './bootstrap.js'
import * as images from './images/images.js'
import * as invitations from './users/invitations.js'
import * as market from './market/market.js'
import * as messages from './messages/messages.js'
import * as moderation from './moderation/moderation.js'
import * as notifications from './notifications/notifications.js'
import * as backstage from './backstage/backstage.js'
import * as usersBackstage from './users/users-backstage.js'
import * as passwords from './sessions/passwords.js'
import * as profiles from './users/profiles.js'
import * as queues from './queues/queues.js'
import * as renders from './renders/renders.js'
import * as reports from './moderation/reports.js'
import * as sessions from './sessions/sessions.js'
import * as software from './software/software.js'
import * as shapes from './shapes.js'
import * as social from './sessions/social.js'
import * as spins from './renders/spins.js'
import * as timeline from './audit/timeline.js'
import * as tables from './backstage/tables.js'
import * as tableExports from './backstage/table-exports.js'
import * as tenants from './tenants/tenants.js'
import * as uploads from './uploads/uploads.js'
import * as users from './users/users.js'
import * as videos from './videos/videos.js'
import * as worksBackstage from './works/works-backstage.js'
import * as works from './works/works.js'
import * as worksSocial from './works/works-social.js'

/** Every HTTP call there is. The API does not compile while one of them has no handler. */
export const routes = {
  ...bootstrap.bootstrapRoutes,
  ...crawlers.crawlerRoutes,
  ...bootstrap.fileRoutes,
  ...users.userRoutes,
  ...passwords.passwordRoutes,
  ...emails.emailRoutes,
  ...sessions.sessionRoutes,
  ...profiles.profileRoutes,
  ...accounts.accountRoutes,
  ...social.socialRoutes,
  ...uploads.uploadRoutes,
  ...images.imageRoutes,
  ...videos.videoRoutes,
  ...renders.renderRoutes,
  ...spins.spinRoutes,
  ...works.workRoutes,
  ...worksSocial.workSocialRoutes,
  ...categories.categoryRoutes,
  ...categories.backstageCategoryRoutes,
  ...comments.commentRoutes,
  ...worksBackstage.backstageWorkRoutes,
  ...commentsBackstage.backstageCommentRoutes,
  ...creators.creatorRoutes,
  ...reports.reportRoutes,
  ...moderation.moderationRoutes,
  ...timeline.timelineRoutes,
  ...queues.queueRoutes,
  ...audit.auditRoutes,
  ...alerts.alertRoutes,
  ...backstage.backstageRoutes,
  ...usersBackstage.backstageUserRoutes,
  ...usersBackstage.backstageCreatorRoutes,
  ...tableExports.tableExportRoutes,
  ...blocks.blockRoutes,
  ...messages.messageRoutes,
  ...notifications.notificationRoutes,
  ...notifications.announcementRoutes,
  ...codes.codeRoutes,
  ...codes.backstageCodeRoutes,
  ...software.softwareRoutes,
  ...software.backstagePackageRoutes,
  ...devices.deviceRoutes,
  ...devices.activationRoutes,
  ...invitations.invitationRoutes,
  ...courses.courseRoutes,
  ...courses.backstageCourseRoutes,
  ...courses.captionRoutes,
  ...market.marketRoutes,
  ...market.backstageMarketRoutes,
  ...activities.activityRoutes,
  ...activityEntries.activityEntryRoutes,
  ...activitiesBackstage.backstageActivityRoutes,
  ...analytics.analyticsRoutes,
  ...tenants.tenantRoutes,
  ...tenants.backstageTenantRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes

/** What these export a schema as is its name in the description of the API. */
export const contracts: readonly object[] = [
  accounts,
  activitiesBackstage,
  activities,
  activityEntries,
  alerts,
  analytics,
  audit,
  blocks,
  categories,
  codes,
  commentsBackstage,
  comments,
  courses,
  crawlers,
  creators,
  devices,
  emails,
  bootstrap,
  images,
  invitations,
  market,
  messages,
  moderation,
  notifications,
  backstage,
  usersBackstage,
  passwords,
  profiles,
  queues,
  renders,
  reports,
  sessions,
  software,
  social,
  spins,
  timeline,
  tableExports,
  shapes,
  tables,
  tenants,
  uploads,
  users,
  videos,
  worksBackstage,
  works,
  worksSocial,
]
