import { sql } from 'kysely'
import type { AuditAction } from '@toile/contracts/audit/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { useToken } from '../sessions/one-time-tokens.js'

/** Decisions that an appeal finds by the id of their subject. Each is listed with the action that revokes it. */
const ofThings = {
  work: ['work.hidden', 'work.unhidden'],
  comment: ['comment.hidden', 'comment.unhidden'],
  user: ['user.banned', 'user.unbanned'],
} as const satisfies Record<string, readonly [AuditAction, AuditAction]>

/** Decisions appealed by their audit id, because a user can be warned, or have the profile cleared, several times. */
const ofPeople: readonly AuditAction[] = ['user.warned', 'user.cleared']

/**
 * `id` is the id of the user's own work or comment, or the audit id of a decision in `ofPeople`.
 * @throws ToileError NOT_FOUND, ALREADY_APPEALED
 */
export function appealForThing(
  db: Db,
  { id, userId, text }: { id: string; userId: string; text: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const about = (await ownThing(trx, id, userId)) ?? (await actionAbout(trx, id, userId))
    await insertAppeal(trx, { ...about, userId, text })
  })
}

async function ownThing(trx: Db, id: string, userId: string): Promise<Appealed | undefined> {
  const { rows } = await sql<{ kind: 'work' | 'comment' }>`
    select 'work' as kind from works where id = ${id} and owner_id = ${userId}
    union all select 'comment' from comments where id = ${id} and author_id = ${userId} and deleted_at is null`.execute(
    trx,
  )
  const kind = rows[0]?.kind
  return kind && { kind, id, auditId: await standingAction(trx, id, ofThings[kind]) }
}

/** Finds an unrevoked decision in `ofPeople`. Without a case, its subject is the user. @throws ToileError NOT_FOUND */
async function actionAbout(trx: Db, auditId: string, userId: string): Promise<Appealed> {
  const { rows } = await sql<{ kind: ReportKind | null; id: string | null }>`
    select c.subject_kind as kind, c.subject_id as id
    from audit a left join cases c on c.id = (a.params ->> 'case')::uuid
    where a.id = ${auditId} and a.subject_id = ${userId} and a.action = any(${[...ofPeople]})
      and not exists (select from audit u where u.undoes = a.id)`.execute(trx)
  if (!rows[0]) throw new ToileError('NOT_FOUND')
  const { kind, id } = rows[0]
  return { kind: kind ?? 'user', id: id ?? userId, auditId }
}

/** Uses up the token of the ban mail. @throws ToileError LINK_INVALID, NOT_FOUND, ALREADY_APPEALED */
export function appealForBan(db: Db, tokenHash: Buffer, text: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const used = await useToken(trx, tokenHash, ['banned'])
    if (!used) throw new ToileError('LINK_INVALID')
    const id = used.user_id
    const auditId = await standingAction(trx, id, ofThings.user)
    await insertAppeal(trx, { kind: 'user', id, auditId, userId: id, text })
  })
}

interface Appealed {
  kind: ReportKind
  id: string
  auditId: string | undefined
}

async function insertAppeal(trx: Db, appeal: Appealed & { userId: string; text: string }): Promise<void> {
  const { kind, id, auditId, userId, text } = appeal
  if (!auditId) throw new ToileError('NOT_FOUND')
  const moved = await sql`with moved as (
      insert into cases (id, kind, subject_kind, subject_id, author_id, audit_id, appeal)
      values (${newId()}, 'appeal', ${kind}, ${id}, ${userId}, ${auditId}, ${text})
      on conflict (audit_id) where kind = 'appeal' do nothing returning id, 1 as attempt, version),
    ${eventOfMoved('case.raised')} select id from moved`.execute(trx)
  if (moved.rows.length === 0) throw new ToileError('ALREADY_APPEALED')
}

/** Id of the last `action` on the subject, unless `ended` has revoked it since. */
async function standingAction(
  trx: Db,
  subjectId: string,
  [action, ended]: readonly AuditAction[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; action: string }>`select id, action from audit
    where subject_id = ${subjectId} and action in (${action}, ${ended}) order by id desc limit 1`.execute(trx)
  return rows[0]?.action === action ? rows[0]?.id : undefined
}
