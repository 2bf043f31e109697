import { activityColumns, entryColumns } from '../activities/activities.constants.js'
import { auditColumns } from '../audit/audit.constants.js'
import { commentColumns } from '../comments/comments.constants.js'
import { courseColumns } from '../courses/courses.constants.js'
import { marketColumns } from '../market/market.constants.js'
import { caseColumns } from '../moderation/moderation.constants.js'
import { announcementColumns } from '../notifications/notifications.constants.js'
import { batchColumns, codeColumns } from '../software/codes.constants.js'
import { activationColumns, packageColumns } from '../software/software.constants.js'
import { tenantColumns } from '../tenants/tenants.constants.js'
import { creatorColumns, userColumns } from '../users/users-backstage.constants.js'
import { unlistedColumns, workColumns } from '../works/works-backstage.constants.js'
import { fileColumnsOf, type TableColumns } from './tables.constants.js'

export const backstageColumns = {
  works: workColumns,
  unlisted: unlistedColumns,
  comments: commentColumns,
  's-codes': codeColumns,
  's-code-batches': batchColumns,
  activations: activationColumns,
  courses: courseColumns,
  activities: activityColumns,
  entries: entryColumns,
  tenants: tenantColumns,
  users: userColumns,
  creators: creatorColumns,
  market: marketColumns,
  packages: packageColumns,
  announcements: announcementColumns,
  cases: caseColumns,
  audit: auditColumns,
} as const satisfies Record<string, TableColumns>
export type BackstageTableName = keyof typeof backstageColumns

export const isBackstageTable = (name: string): name is BackstageTableName => Object.hasOwn(backstageColumns, name)

/** The file's columns for the chosen page columns, in page order, each once. Undefined if a chosen one is unknown. */
export function fileColumns(table: BackstageTableName, chosen: readonly string[]): string[] | undefined {
  const all: TableColumns = backstageColumns[table]
  if (!chosen.every((column) => Object.hasOwn(all, column))) return undefined
  return [...new Set(Object.keys(all).flatMap((column) => (chosen.includes(column) ? fileColumnsOf(all, column) : [])))]
}
