import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { Params } from '@toile/contracts/failures'
import type { Db } from '../client.js'

export interface AuditEntry {
  actorId: string
  /** `noun.fact`, like an event. */
  action: string
  subjectKind: string
  /** Of a row; what has no row is named in `params`. */
  subjectId?: string
  params?: Params
}

/** Notes for good who did what. In the transaction of the deed where that has one, before it where it has none. */
export async function noteDeed(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      actor_id: entry.actorId,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId ?? null,
      params: JSON.stringify(entry.params ?? {}),
    })
    .execute()
}

export interface AuditRow {
  id: string
  actor_id: string | null
  actor: string | null
  action: string
  subject_kind: string
  subject_id: string | null
  params: Params
  created_at: Date
}

/** Who did what, the latest first, with the number of all. */
export async function listAudit(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: AuditRow[]; total: number }> {
  const items = await sql<AuditRow>`
    select a.id, a.actor_id, coalesce(nullif(u.nickname, ''), u.username::text) as actor, a.action, a.subject_kind,
      a.subject_id, a.params, a.created_at
    from audit a left join users u on u.id = a.actor_id
    order by a.created_at desc, a.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const total = await sql<{ count: number }>`select count(*)::int as count from audit`.execute(db)
  return { items: items.rows, total: total.rows[0]!.count }
}
