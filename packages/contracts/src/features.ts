import * as accounts from './users/accounts.js'
import * as activitiesBackstage from './activities/activities-backstage.js'
import * as activities from './activities/activities.js'
import * as activityEntries from './activities/activity-entries.js'
import * as alerts from './queues/alerts.js'
import * as analytics from './analytics/analytics.js'
import * as audit from './audit/audit.js'
import * as backstage from './backstage/backstage.js'
import * as blocks from './users/blocks.js'
import * as bootstrap from './bootstrap.js'
import * as categories from './works/categories.js'
import * as codes from './software/codes.js'
import * as commentsBackstage from './comments/comments-backstage.js'
import * as comments from './comments/comments.js'
import * as courses from './courses/courses.js'
import * as crawlers from './crawlers.js'
import * as creators from './users/creators.js'
import * as devices from './software/devices.js'
import * as emails from './sessions/emails.js'
import * as images from './images/images.js'
import * as invitations from './users/invitations.js'
import * as mails from './notifications/mails.js'
import * as market from './market/market.js'
import * as messages from './messages/messages.js'
import * as moderation from './moderation/moderation.js'
import * as notifications from './notifications/notifications.js'
import * as passwords from './sessions/passwords.js'
import * as profiles from './users/profiles.js'
import * as queues from './queues/queues.js'
import * as renders from './renders/renders.js'
import * as reports from './moderation/reports.js'
import * as sessions from './sessions/sessions.js'
import * as shapes from './shapes.js'
import * as social from './sessions/social.js'
import * as software from './software/software.js'
import * as spins from './renders/spins.js'
import * as tableExports from './backstage/table-exports.js'
import * as tables from './backstage/tables.js'
import * as tenants from './tenants/tenants.js'
import * as timeline from './audit/timeline.js'
import * as uploads from './uploads/uploads.js'
import * as usersBackstage from './users/users-backstage.js'
import * as users from './users/users.js'
import * as videos from './videos/videos.js'
import * as worksBackstage from './works/works-backstage.js'
import * as works from './works/works.js'
import * as worksSocial from './works/works-social.js'

/** Exports named `routes`, `jobs` and `messages` are merged. Exported schemas keep their names in OpenAPI. */
export const features = [
  bootstrap,
  crawlers,
  users,
  passwords,
  emails,
  sessions,
  profiles,
  accounts,
  social,
  uploads,
  images,
  videos,
  renders,
  spins,
  works,
  worksSocial,
  categories,
  comments,
  worksBackstage,
  commentsBackstage,
  creators,
  reports,
  moderation,
  timeline,
  queues,
  audit,
  alerts,
  backstage,
  usersBackstage,
  tableExports,
  blocks,
  messages,
  notifications,
  mails,
  codes,
  software,
  devices,
  invitations,
  courses,
  market,
  activities,
  activityEntries,
  activitiesBackstage,
  analytics,
  tenants,
  tables,
  shapes,
] as const

type Kind = 'routes' | 'jobs' | 'messages'
type Exported<K extends Kind, F = (typeof features)[number]> = F extends { readonly [P in K]: infer Value }
  ? Value
  : never
/** Turns a union into an intersection. */
export type Merged<U> = (U extends object ? (one: U) => void : never) extends (all: infer All) => void ? All : never

export function exportsOf<K extends Kind>(kind: K): Exported<K>[] {
  return features.flatMap((feature) => (kind in feature ? [(feature as { [P in K]: Exported<K> })[kind]] : []))
}

export function merge<K extends Kind>(kind: K): Merged<Exported<K>> {
  return Object.assign({}, ...exportsOf(kind)) as Merged<Exported<K>>
}
