import type { Merged } from '@toile/contracts/features'
import type { Context } from './http/context.js'
import type { Handlers } from './http/register-routes.js'
import { accountHandlers } from './routes/accounts/accounts.js'
import { activityHandlers } from './routes/activities/activities.js'
import { activityEntryHandlers } from './routes/activities/activity-entries.js'
import { backstageActivityHandlers } from './routes/backstage/activities.js'
import { analyticsHandlers } from './routes/backstage/analytics.js'
import { alertHandlers } from './routes/backstage/alerts.js'
import { auditHandlers } from './routes/backstage/audit.js'
import { blockHandlers } from './routes/blocks.js'
import { backstageCommentHandlers } from './routes/backstage/comments.js'
import { backstageWorkHandlers } from './routes/backstage/works.js'
import { categoryHandlers, backstageCategoryHandlers } from './routes/categories.js'
import { codeHandlers, backstageCodeHandlers } from './routes/software/codes.js'
import { captionHandlers } from './routes/captions.js'
import { commentHandlers } from './routes/comments.js'
import { courseHandlers } from './routes/courses.js'
import { backstageCourseHandlers } from './routes/backstage/courses.js'
import { crawlerHandlers } from './routes/crawlers.js'
import { creatorHandlers } from './routes/creators.js'
import { backstageActivationHandlers, deviceHandlers } from './routes/software/devices.js'
import { emailHandlers } from './routes/accounts/emails.js'
import { entryHandlers } from './routes/accounts/bootstrap.js'
import { fileHandlers } from './routes/files.js'
import { announcementHandlers } from './routes/backstage/announcements.js'
import { imageHandlers } from './routes/images.js'
import { invitationHandlers } from './routes/accounts/invitations.js'
import { marketHandlers } from './routes/market.js'
import { backstageMarketHandlers } from './routes/backstage/market.js'
import { messageHandlers } from './routes/messages.js'
import { moderationHandlers } from './routes/backstage/moderation.js'
import { notificationHandlers } from './routes/notifications.js'
import { backstageHandlers } from './routes/backstage/backstage.js'
import { backstageCreatorHandlers } from './routes/backstage/creators.js'
import { backstageUserHandlers } from './routes/backstage/users.js'
import { profileHandlers } from './routes/profiles.js'
import { queueHandlers } from './routes/backstage/queues.js'
import { queueJobHandlers } from './routes/backstage/queue-jobs.js'
import { renderHandlers } from './routes/renders.js'
import { reportHandlers } from './routes/reports.js'
import { sessionHandlers } from './routes/accounts/sessions.js'
import { socialHandlers } from './routes/accounts/social.js'
import { backstagePackageHandlers, softwareHandlers } from './routes/software/software.js'
import { spinHandlers } from './routes/spins.js'
import { backstageTenantHandlers, tenantHandlers } from './routes/backstage/tenants.js'
import { passwordHandlers } from './routes/accounts/passwords.js'
import { timelineHandlers } from './routes/backstage/timeline.js'
import { tableExportHandlers } from './routes/backstage/table-exports.js'
import { uploadHandlers } from './routes/uploads.js'
import { userHandlers } from './routes/accounts/users.js'
import { videoHandlers } from './routes/videos.js'
import { workHandlers } from './routes/works.js'
import { workSocialHandlers } from './routes/works-social.js'

const handlerSets = [
  entryHandlers,
  crawlerHandlers,
  fileHandlers,
  userHandlers,
  sessionHandlers,
  socialHandlers,
  passwordHandlers,
  emailHandlers,
  profileHandlers,
  accountHandlers,
  uploadHandlers,
  imageHandlers,
  videoHandlers,
  renderHandlers,
  spinHandlers,
  workHandlers,
  workSocialHandlers,
  categoryHandlers,
  backstageCategoryHandlers,
  commentHandlers,
  creatorHandlers,
  reportHandlers,
  moderationHandlers,
  timelineHandlers,
  queueHandlers,
  queueJobHandlers,
  auditHandlers,
  alertHandlers,
  backstageHandlers,
  backstageUserHandlers,
  backstageCreatorHandlers,
  tableExportHandlers,
  blockHandlers,
  messageHandlers,
  notificationHandlers,
  announcementHandlers,
  codeHandlers,
  backstageCodeHandlers,
  backstageWorkHandlers,
  backstageCommentHandlers,
  softwareHandlers,
  backstagePackageHandlers,
  deviceHandlers,
  backstageActivationHandlers,
  invitationHandlers,
  courseHandlers,
  backstageCourseHandlers,
  captionHandlers,
  marketHandlers,
  backstageMarketHandlers,
  activityHandlers,
  activityEntryHandlers,
  backstageActivityHandlers,
  analyticsHandlers,
  tenantHandlers,
  backstageTenantHandlers,
] as const

export function handlersOf(context: Context): Handlers {
  const handlers = handlerSets.map((set) => set(context))
  return Object.assign({}, ...handlers) as Merged<(typeof handlers)[number]>
}
