import { backstageWorkRoutes } from '../works/works-backstage.js'
import { backstageCommentRoutes } from '../comments/comments-backstage.js'
import { backstageCodeRoutes } from '../software/codes.js'
import { activationRoutes } from '../software/devices.js'
import { backstageCourseRoutes } from '../courses/courses.js'
import { backstageActivityRoutes } from '../activities/activities-backstage.js'
import { backstageTenantRoutes } from '../tenants/tenants.js'
import { backstageCreatorRoutes, backstageUserRoutes } from '../users/users-backstage.js'
import { backstageMarketRoutes } from '../market/market.js'
import { backstagePackageRoutes } from '../software/software.js'
import { announcementRoutes } from '../notifications/notifications.js'
import { moderationRoutes } from '../moderation/moderation.js'
import { auditRoutes } from '../audit/audit.js'
import type { BackstageTableName } from './backstage-tables.constants.js'
import type { Route } from '../route.js'

/** The call that lists each table of the back office. */
export const backstageLists = {
  works: backstageWorkRoutes.listBackstageWorks,
  unlisted: backstageWorkRoutes.listUnlisted,
  comments: backstageCommentRoutes.listBackstageComments,
  's-codes': backstageCodeRoutes.listBackstageCodes,
  's-code-batches': backstageCodeRoutes.listCodeBatches,
  activations: activationRoutes.listActivations,
  courses: backstageCourseRoutes.listBackstageCourses,
  activities: backstageActivityRoutes.listBackstageActivities,
  entries: backstageActivityRoutes.listBackstageEntries,
  tenants: backstageTenantRoutes.listTenants,
  users: backstageUserRoutes.listBackstageUsers,
  creators: backstageCreatorRoutes.listBackstageCreators,
  market: backstageMarketRoutes.listBackstageMarketItems,
  packages: backstagePackageRoutes.listBackstagePackages,
  announcements: announcementRoutes.listAnnouncements,
  cases: moderationRoutes.listCases,
  audit: auditRoutes.listAudit,
} as const satisfies Record<BackstageTableName, Route>
