import { sql, type NotNull, type RawBuilder } from 'kysely'
import {
  MAX_EARLIER_CASES,
  MAX_OPEN_COUNTED,
  MAX_REPORTS_SHOWN,
  type CaseKind,
  type Decision,
} from '@toile/contracts/moderation/moderation.constants'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'
import type { Db } from '../client.js'
import { contains, findRow, readTable, type Table, type TableFilter } from '../table.js'

export interface CaseRow {
  id: string
  kind: CaseKind
  subjectKind: ReportKind
  subjectId: string
  authorId: string | null
  author: string | null
  auditId: string | null
  appeal: string | null
  /** Null if no administrator has claimed the case, the claim has expired or the case is decided. */
  claimedBy: string | null
  claimer: string | null
  claimedUntil: Date | null
  decision: Decision | null
  reason: string | null
  decidedBy: string | null
  decider: string | null
  decidedAt: Date | null
  version: number
  createdAt: Date
  reports: number
  /** First part of the appeal or of the first report's evidence. Null for messages, because viewing one is audited. */
  excerpt: string | null
}

const MAX_EXCERPT = 200
const nameOf = (table: string) =>
  sql<string>`coalesce(nullif(${sql.ref(table)}.nickname, ''), ${sql.ref(table)}.username::text)`
const held = sql`c.claimed_until > now() and c.decided_at is null`
const excerpt = sql`case when c.subject_kind <> 'message' then coalesce(left(c.appeal, ${MAX_EXCERPT}),
    (select left(r.evidence ->> 'text', ${MAX_EXCERPT}) from reports r where r.case_id = c.id order by r.id limit 1))
  end`
/** The reporters' reasons, for the search. Left out for messages, because a reason may quote the message. */
const reasons = sql`case when c.subject_kind <> 'message' then
    (select string_agg(r.reason, ' ') from reports r where r.case_id = c.id) end`

export const caseTable: Table<'cases'> = {
  select: sql`c.id, c.kind, c.subject_kind as "subjectKind", c.subject_id as "subjectId", c.audit_id as "auditId",
    c.appeal, c.decision, c.reason, c.decided_by as "decidedBy", c.decided_at as "decidedAt", c.version,
    c.created_at as "createdAt", case when author.deleted_at is null then c.author_id end as "authorId",
    ${nameOf('author')} as author, case when ${held} then c.claimed_by end as "claimedBy", ${nameOf('claimer')} as claimer,
    case when ${held} then c.claimed_until end as "claimedUntil", ${nameOf('decider')} as decider,
    (select count(*)::int from reports r where r.case_id = c.id) as reports,
    ${excerpt} as excerpt`,
  from: sql`cases c left join users author on author.id = c.author_id left join users claimer on claimer.id = c.claimed_by
    left join users decider on decider.id = c.decided_by`,
  id: sql`c.id`,
  sort: { since: sql`c.created_at`, decided: sql`c.decided_at` },
  file: {
    thing: 'excerpt',
    kind: 'subjectKind',
    appeal: sql`listed.kind = 'appeal'`,
    author: 'author',
    reports: 'reports',
    since: 'createdAt',
    state: 'decision',
    takenBy: sql`case when listed."claimedUntil" is not null then listed.claimer end`,
    takenUntil: 'claimedUntil',
    decidedBy: 'decider',
    decided: 'decidedAt',
  },
  first: { sort: 'since', order: 'asc' },
  where: ({ q, state = 'open', kind, subject, userId }) => [
    state === 'decided' ? sql`c.decided_at is not null` : sql`c.decided_at is null`,
    ...(state === 'mine' ? [sql`c.claimed_until > now()`, ...(userId ? [sql`c.claimed_by = ${userId}`] : [])] : []),
    ...(kind === 'appeal'
      ? [sql`c.kind = 'appeal'`]
      : kind
        ? [sql`c.kind = 'report' and c.subject_kind = ${kind}`]
        : []),
    ...(subject ? [sql`c.subject_id = ${subject}`] : []),
    ...(q ? [contains(q, sql`author.username`, sql`author.nickname`, excerpt, reasons, sql`c.reason`)] : []),
  ],
}

export function listCases(db: Db, query: TableFilter<'cases'>): Promise<{ items: CaseRow[]; total: number }> {
  const latest = query.state === 'decided' && !query.sort ? ({ sort: 'decided', order: 'desc' } as const) : {}
  return readTable<CaseRow, TableFilter<'cases'>>(db, caseTable, { ...query, ...latest })
}

export const findCase = (db: Db, id: string) => findRow<CaseRow>(db, caseTable, id)

/** Versions of these cases, each with the number of all open cases (at most `MAX_OPEN_COUNTED`). */
export async function findCaseChanges(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; version: number; open: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`select id, version from cases
    where id = any(${ids}::uuid[])`.execute(db)
  const open = await openCases(db)
  return rows.map((row) => ({ ...row, open }))
}

async function openCases(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from
    (select from cases where decided_at is null limit ${MAX_OPEN_COUNTED}) c`.execute(db)
  return rows[0]!.count
}

/**
 * The ids of an action, of the action that it undoes, and so on. The case of a report references the oldest of these
 * actions. An appeal may be against a newer one.
 */
export const actionsBefore = (auditId: RawBuilder<unknown>) => sql`with recursive actions as (
    select id, undoes from audit where id = ${auditId}
    union all select a.id, a.undoes from audit a join actions on a.id = actions.undoes) select id from actions`

/** Reports, oldest first, at most `MAX_REPORTS_SHOWN`. For an appeal, those that led to the appealed decision. */
export function reportsOfCase(db: Db, id: string) {
  return db
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporter_id')
    .select(['r.id', 'r.reporter_id as reporterId', nameOf('u').as('reporter'), 'r.reason', 'r.evidence'])
    .select('r.created_at as at')
    .where(
      sql<boolean>`r.case_id in (select ${id}::uuid union all select of_reports.id from cases appeal
        join cases of_reports on of_reports.author_id = appeal.author_id and of_reports.kind = 'report'
          and of_reports.audit_id in (${actionsBefore(sql`appeal.audit_id`)})
        where appeal.id = ${id} and appeal.kind = 'appeal')`,
    )
    .orderBy('r.id')
    .limit(MAX_REPORTS_SHOWN)
    .execute()
}

export function earlierCases(db: Db, { id, authorId }: { id: string; authorId: string }) {
  return db
    .selectFrom('cases')
    .select(['id', 'subject_kind as subjectKind', 'decision', 'decided_at as at'])
    .where('author_id', '=', authorId)
    .where('id', '<>', id)
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(MAX_EARLIER_CASES)
    .$narrowType<{ decision: NotNull; at: NotNull }>()
    .execute()
}
