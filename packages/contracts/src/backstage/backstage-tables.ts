import type { Route } from '../route.js'
import { routes } from '../routes.js'
import type { BackstageTableName } from './backstage-tables.constants.js'

export const backstageLists = {
  works: routes.listBackstageWorks,
  unlisted: routes.listUnlisted,
  comments: routes.listBackstageComments,
  's-codes': routes.listBackstageCodes,
  's-code-batches': routes.listCodeBatches,
  activations: routes.listActivations,
  courses: routes.listBackstageCourses,
  activities: routes.listBackstageActivities,
  entries: routes.listBackstageEntries,
  tenants: routes.listTenants,
  users: routes.listBackstageUsers,
  creators: routes.listBackstageCreators,
  market: routes.listBackstageMarketItems,
  packages: routes.listBackstagePackages,
  announcements: routes.listAnnouncements,
  cases: routes.listCases,
  audit: routes.listAudit,
} as const satisfies Record<BackstageTableName, Route>
