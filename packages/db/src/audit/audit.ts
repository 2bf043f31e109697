import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { AuditAction } from '@toile/contracts/audit/audit.constants'
import { actionsContaining, describeAction } from '@toile/contracts/audit/audit-words'
import type { Params } from '@toile/contracts/failures'
import type { Db } from '../client.js'
import { withinDays } from '../day-range.js'
import { contains, findRow, type Table, isSet } from '../table.js'
import { currentAuditContext } from './audit-context.js'

export interface AuditEntry {
  /** Null for an operator at the command line, who has no account; `params` then contain `by: cli`. */
  actorId: string | null
  action: AuditAction
  subjectKind: string
  /** A subject without a UUID, such as a category, is identified in `params`. */
  subjectId?: string
  params?: Params
  /** Written by the operator; the affected user may read it. */
  reason?: string
  /** Only the changed fields. */
  before?: Params
  after?: Params
  undoes?: string
}

/** Call it in the transaction of the action, or before an action without a transaction. @returns the id of the row */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<string> {
  const id = newId()
  const around = currentAuditContext()
  await db
    .insertInto('audit')
    .values({
      id,
      actor_id: entry.actorId,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId ?? null,
      params: JSON.stringify({ ...entry.params, ...(entry.actorId === null && { by: 'cli' }) }),
      reason: entry.reason ?? around.reason ?? null,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      undoes: entry.undoes ?? around.undoes ?? null,
    })
    .execute()
  return id
}

export interface AuditRow {
  id: string
  actorId: string | null
  actor: string | null
  action: AuditAction
  subjectKind: string
  subjectId: string | null
  subject: string | null
  params: Params
  reason: string | null
  before: Params | null
  after: Params | null
  undoes: string | null
  undoneBy: string | null
  at: Date
}

/** Current name of the subject, or the start of a comment's text. Null or empty if it has no name or is deleted. */
const subject = sql`(select left(name, 120) from (
    select title as name from works where id = a.subject_id
    union all select coalesce(nullif(nickname, ''), username::text) from users where id = a.subject_id and deleted_at is null
    union all select body from comments where id = a.subject_id
    union all select title from activities where id = a.subject_id
    union all select title from courses where id = a.subject_id
    union all select title from market_items where id = a.subject_id
    union all select name || ' ' || version from packages where id = a.subject_id
    union all select name from devices where id = a.subject_id
    union all select name from tenants where id = a.subject_id
    union all select note from code_batches where id = a.subject_id
    union all select hint from s_codes where id = a.subject_id) named limit 1)`
const actor = sql`coalesce(nullif(u.nickname, ''), u.username::text)`

const searched = [
  ...[actor, sql`a.action`, sql`a.reason`, sql`a.params::text`, sql`a.before::text`, sql`a.after::text`],
  subject,
]

export const auditTable: Table<'audit'> = {
  select: sql`a.id, a.actor_id as "actorId", ${actor} as actor, a.action, a.subject_kind as "subjectKind",
    a.subject_id as "subjectId", ${subject} as subject, a.params, a.reason, a.before, a.after, a.undoes,
    (select id from audit b where b.undoes = a.id) as "undoneBy", a.created_at as at`,
  from: sql`audit a left join users u on u.id = a.actor_id and u.deleted_at is null`,
  id: sql`a.id`,
  sort: { at: sql`a.created_at`, actor, action: sql`a.action` },
  file: {
    at: 'at',
    actor: 'actor',
    action: 'action',
    sentence: (row: AuditRow, { language }) => describeAction(row, language),
    subjectKind: 'subjectKind',
    subject: 'subject',
    // Older rows store the reason in `params`.
    reason: sql`coalesce(listed.reason, listed.params ->> 'reason')`,
    undone: isSet('undoneBy'),
    params: 'params',
    before: 'before',
    after: 'after',
  },
  first: { sort: 'at', order: 'desc' },
  where: ({ action, actor: actorId, subject: subjectId, subjectKind, from, to, q, language = 'en' }) => [
    ...(action ? [sql`a.action = ${action}`] : []),
    ...(actorId ? [sql`a.actor_id = ${actorId}`] : []),
    ...(subjectId ? [sql`a.subject_id = ${subjectId}`] : []),
    ...(subjectKind ? [sql`a.subject_kind = ${subjectKind}`] : []),
    ...withinDays(sql`a.created_at`, { from, to }),
    ...(q ? [sql`(a.action = any(${actionsContaining(q, language)}) or ${contains(q, ...searched)})`] : []),
  ],
}

export const findAction = (db: Db, id: string) => findRow<AuditRow>(db, auditTable, id)
