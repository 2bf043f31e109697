import type { BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import { backstageWorkTable } from './works/works-backstage.js'
import { unlistedTable } from './works/unlisted-works.js'
import { backstageCommentTable } from './comments/comments-backstage.js'
import { batchTable, codeTable } from './software/codes-backstage.js'
import { activationTable } from './software/devices.js'
import { coursesTable } from './courses/courses-table.js'
import { activitiesTable } from './activities/activities.js'
import { entriesTable } from './activities/activity-entries-backstage.js'
import { tenantTable } from './tenants/tenants.js'
import { usersTable } from './users/users-backstage.js'
import { creatorsTable } from './users/creators-backstage.js'
import { marketTable } from './market/market-table.js'
import { packagesTable } from './software/software.js'
import { announcementsTable } from './notifications/announcements.js'
import { caseTable } from './moderation/moderation.js'
import { auditTable } from './audit/audit.js'
import type { Table } from './table.js'

export const backstageTables: { [T in BackstageTableName]: Table<T> } = {
  works: backstageWorkTable,
  unlisted: unlistedTable,
  comments: backstageCommentTable,
  's-codes': codeTable,
  's-code-batches': batchTable,
  activations: activationTable,
  courses: coursesTable,
  activities: activitiesTable,
  entries: entriesTable,
  tenants: tenantTable,
  users: usersTable,
  creators: creatorsTable,
  market: marketTable,
  packages: packagesTable,
  announcements: announcementsTable,
  cases: caseTable,
  audit: auditTable,
}
