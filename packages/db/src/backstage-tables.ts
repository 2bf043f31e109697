import { sql, type RawBuilder } from 'kysely'
import { describeAction } from '@toile/contracts/audit/audit-words'
import type { Language } from '@toile/contracts/languages.constants'
import {
  isBackstageTable,
  type FileColumn,
  type BackstageTableName,
} from '@toile/contracts/backstage/backstage-columns.constants'
import type { Query, Route } from '@toile/contracts/route'
import { activitiesTable } from './activities/activities.js'
import { entriesTable, type JudgedEntry } from './activities/activity-entries-backstage.js'
import { announcementsTable, type AnnouncementRow } from './notifications/announcements.js'
import { auditTable, type AuditRow } from './audit/audit.js'
import { batchTable, codeTable } from './software/codes-backstage.js'
import { backstageCommentTable } from './comments/comments-backstage.js'
import { coursesTable } from './courses/courses-table.js'
import { creatorsTable } from './users/creators-backstage.js'
import { activationTable } from './software/devices.js'
import { marketTable } from './market/market-table.js'
import { caseTable } from './moderation/moderation.js'
import { packagesTable } from './software/software.js'
import { tenantTable } from './tenants/tenants.js'
import { unlistedTable } from './works/unlisted-works.js'
import { usersTable } from './users/users-backstage.js'
import { backstageWorkTable } from './works/works-backstage.js'
import type { Table } from './table.js'
import { routes } from '@toile/contracts/routes'

/** A table of the back office as it can be taken along as a file. */
export interface BackstageTable {
  table: Table<never>
  /** What its list may be asked with. */
  asked: NonNullable<Route['query']>
  /** The columns of the file. */
  cells: Readonly<Record<string, FileCell>>
}

/** Who reads a file: in their language words of ours are said and searched, and what is `mine` is theirs. */
export interface FileReader {
  userId: string
  language: Language
}
/** Of a file's cell a column of the table's rows, an expression of `listed`, or what is said of a row. */
export type FileCell = string | RawBuilder<unknown> | ((row: never, reader: FileReader) => string)
type Tables = { [T in BackstageTableName]: BackstageTable & { cells: Record<FileColumn<T>, FileCell> } }

/** A table with the call that lists it: what the call may be asked with is what the table filters by. */
const backstageTable = <R extends Route & { query: BackstageTable['asked'] }, C extends BackstageTable['cells']>(
  table: Table<Query<R>>,
  { query }: R,
  cells: C,
): BackstageTable & { cells: C } => ({ table: table as unknown as Table<never>, asked: query, cells })

const shownName = sql`coalesce(nullif(listed.nickname, ''), listed.username::text)`
const whether = (column: string) => sql`${sql.ref(`listed.${column}`)} is not null`
const hiding = {
  hidden: whether('hidden_at'),
  hiddenAt: 'hidden_at',
  hiddenBy: sql`coalesce(nullif(listed.hider_nickname, ''), listed.hider_name::text)`,
  hiddenReason: 'hidden_reason',
} as const

/** What each juror gave: `Jo: Fit 80, Fabric 75`. */
const scoresOf = ({ criteria, scores }: Pick<JudgedEntry, 'criteria' | 'scores'>) =>
  scores
    .map(({ nickname, username, scores: given }) => {
      const parts = criteria.map(({ id, title }) => `${title} ${given[id] ?? '-'}`)
      return `${nickname || username}: ${parts.join(', ')}`
    })
    .join('; ')

/** All tables that can be exported, by the name that their page gives to BackstageTable. */
export const backstageTables: Tables = {
  works: backstageTable(backstageWorkTable, routes.listBackstageWorks, {
    title: 'title',
    creator: shownName,
    state: 'state',
    visibility: 'visibility',
    categories: 'categories',
    likes: 'likes',
    views: 'views',
    comments: 'comments',
    reports: 'open_reports',
    released: 'released_at',
    created: 'created_at',
    featured: whether('featured_at'),
    won: 'won',
    ...hiding,
  }),
  unlisted: backstageTable(unlistedTable, routes.listUnlisted, {
    title: 'title',
    creator: shownName,
    why: 'why',
    since: 'since',
    created: 'created_at',
    ...hiding,
  }),
  comments: backstageTable(backstageCommentTable, routes.listBackstageComments, {
    said: 'body',
    answers: 'parent_body',
    author: shownName,
    place: 'place_title',
    placeKind: sql`case when listed.work_id is null then 'video' else 'work' end`,
    reports: 'open_reports',
    created: 'created_at',
    ...hiding,
  }),
  's-codes': backstageTable(codeTable, routes.listBackstageCodes, {
    code: 'hint',
    status: 'status',
    days: 'days',
    note: 'note',
    receiver: 'holder_name',
    receivedAt: 'received_at',
    usedBy: 'used_by_name',
    usedAt: 'used_at',
    voidedAt: 'voided_at',
    createdAt: 'created_at',
  }),
  's-code-batches': backstageTable(batchTable, routes.listCodeBatches, {
    note: 'note',
    days: 'days',
    count: 'count',
    used: 'used',
    void: 'void',
    left: sql`listed.count - listed.used - listed.void`,
    maker: 'maker_name',
    createdAt: 'created_at',
  }),
  activations: backstageTable(activationTable, routes.listActivations, {
    user: 'user_name',
    deviceName: 'name',
    state: sql`case when listed.unbound_at is null then 'bound' else 'unbound' end`,
    boundAt: 'bound_at',
    lastSeenAt: 'last_seen_at',
    unboundAt: 'unbound_at',
  }),
  courses: backstageTable(coursesTable, routes.listBackstageCourses, {
    title: 'title',
    videos: sql`jsonb_array_length(listed.upload_ids)`,
    durationSeconds: 'duration_seconds',
    learners: 'learners',
    finished: 'finished',
    publishedAt: 'published_at',
    updatedAt: 'updated_at',
  }),
  activities: backstageTable(activitiesTable, routes.listBackstageActivities, {
    title: 'title',
    phase: 'phase',
    startsAt: 'starts_at',
    registrationEndsAt: 'registration_ends_at',
    submissionEndsAt: 'submission_ends_at',
    endsAt: 'ends_at',
    participants: 'participants',
    works: 'works',
    prize: 'prize_text',
  }),
  entries: backstageTable(entriesTable, routes.listBackstageEntries, {
    title: 'title',
    creator: 'creator_name',
    activity: 'activity_title',
    phase: 'phase',
    submittedAt: 'submitted_at',
    version: 'version',
    scores: scoresOf,
    score: 'score_so_far',
    rank: 'rank',
    prize: 'award_title',
    bonus: 'bonus_text',
    standing: sql`case when listed.disqualified_at is null then 'in' else 'out' end`,
    disqualifiedReason: 'disqualified_reason',
  }),
  tenants: backstageTable(tenantTable, routes.listTenants, {
    name: 'name',
    contact: 'contact',
    members: 'members',
    storage: 'used_bytes',
    storageLimit: 'storage_bytes',
    renders: 'renders_used',
    rendersLimit: 'renders_per_month',
    state: sql`case when listed.suspended_at is null then 'active' else 'suspended' end`,
    suspendedReason: 'suspended_reason',
    createdAt: 'created_at',
  }),
  users: backstageTable(usersTable, routes.listBackstageUsers, {
    name: shownName,
    demo: 'demo',
    email: 'email',
    verified: 'verified',
    group: 'group',
    state: 'state',
    bannedUntil: 'banned_until',
    banReason: 'ban_reason',
    tenant: 'tenant_name',
    created: 'created_at',
    seen: 'seen_at',
    works: 'works',
    uploads: 'uploads',
    bytes: 'bytes',
  }),
  creators: backstageTable(creatorsTable, routes.listBackstageCreators, {
    name: shownName,
    banned: 'is_banned',
    featured: 'featured_since',
    works: 'works',
    followers: 'followers',
    likes: 'likes',
    views: 'views',
    renders: 'renders',
    bytes: 'bytes',
    published: 'published_at',
  }),
  market: backstageTable(marketTable, routes.listBackstageMarketItems, {
    title: 'title',
    category: 'category',
    access: 'access',
    formats: 'formats',
    bytes: 'bytes',
    downloads: 'downloads',
    publishedAt: 'published_at',
    updatedAt: 'updated_at',
  }),
  packages: backstageTable(packagesTable, routes.listBackstagePackages, {
    name: 'name',
    platform: 'platform',
    version: 'version',
    needsCode: 'needs_code',
    bytes: 'bytes',
    state: 'withdrawn_at',
    createdAt: 'created_at',
  }),
  announcements: backstageTable(announcementsTable, routes.listAnnouncements, {
    title: ({ texts }: AnnouncementRow, { language }) => texts[language].title,
    path: 'path',
    state: 'withdrawn_at',
    createdAt: 'created_at',
  }),
  cases: backstageTable(caseTable, routes.listCases, {
    thing: 'excerpt',
    kind: 'subject_kind',
    appeal: sql`listed.kind = 'appeal'`,
    author: 'author',
    reports: 'reports',
    since: 'created_at',
    state: 'decision',
    takenBy: sql`case when listed.claimed_until is not null then listed.claimer end`,
    takenUntil: 'claimed_until',
    decidedBy: 'decider',
    decided: 'decided_at',
  }),
  audit: backstageTable(auditTable, routes.listAudit, {
    at: 'created_at',
    actor: 'actor',
    action: 'action',
    sentence: (row: AuditRow, { language }) => describeAction(row, language),
    subjectKind: 'subject_kind',
    subject: 'subject',
    // Older rows hold it beside the rest.
    reason: sql`coalesce(listed.reason, listed.params ->> 'reason')`,
    undone: whether('undone_by'),
    params: 'params',
    before: 'before',
    after: 'after',
  }),
}

/** The list of this name; undefined for any other text. */
export function backstageTableOf(name: string): BackstageTable | undefined {
  return isBackstageTable(name) ? backstageTables[name] : undefined
}
