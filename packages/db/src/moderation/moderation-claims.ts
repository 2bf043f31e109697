import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { CLAIM_MINUTES } from '@toile/contracts/moderation/moderation.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { recordAudit } from '../audit/audit.js'
import { findCase, type CaseRow } from './moderation.js'

/** Writes an audit row for viewing private evidence, once per case and administrator. */
export function auditUserView(db: Db, id: string, actorId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    await sql`select from cases where id = ${id} for no key update`.execute(trx)
    const known = await sql`select from audit
      where subject_id = ${id} and action = 'evidence.seen' and actor_id = ${actorId}`.execute(trx)
    if (known.rows.length > 0) return
    await recordAudit(trx, { actorId, action: 'evidence.seen', subjectKind: 'case', subjectId: id })
  })
}

/** Claims a case for `CLAIM_MINUTES`; claiming it again extends the claim. @throws the errors of lockCase() */
export function claimCase(db: Db, id: string, actorId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockCase(trx, id, actorId)
    await sql`with moved as (
        update cases set claimed_by = ${actorId}, claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES}),
          version = version + 1 where id = ${id} returning id, 1 as attempt, version),
      ${eventOfMoved('case.claimed')} select 1`.execute(trx)
    await recordAudit(trx, { actorId, action: 'case.claimed', subjectKind: 'case', subjectId: id })
  })
}

/** @throws ToileError NOT_FOUND, STATE_CONFLICT if the caller has no claim on the case */
export function releaseCase(db: Db, id: string, actorId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!(await findCase(trx, id))) throw new ToileError('NOT_FOUND')
    const moved = await sql`with moved as (
        update cases set claimed_by = null, claimed_until = null, version = version + 1
        where id = ${id} and claimed_by = ${actorId} and claimed_until > now() and decided_at is null
        returning id, 1 as attempt, version),
      ${eventOfMoved('case.released')} select id from moved`.execute(trx)
    if (moved.rows.length === 0) throw new ToileError('STATE_CONFLICT')
    await recordAudit(trx, { actorId, action: 'case.released', subjectKind: 'case', subjectId: id })
  })
}

/** Locks an open case. @throws ToileError NOT_FOUND, STATE_CONFLICT, CASE_CLAIMED, CASE_NEEDS_ANOTHER */
export async function lockCase(trx: Db, id: string, actorId: string): Promise<CaseRow> {
  await sql`select from cases where id = ${id} for no key update`.execute(trx)
  const found = await findCase(trx, id)
  if (!found) throw new ToileError('NOT_FOUND')
  if (found.decidedAt) throw new ToileError('STATE_CONFLICT')
  if (found.claimedBy && found.claimedBy !== actorId)
    throw new ToileError('CASE_CLAIMED', { params: { who: found.claimer! } })
  if (await needsAnother(trx, found, actorId)) throw new ToileError('CASE_NEEDS_ANOTHER')
  return found
}

/** Whether an action concerns the caller, so that another administrator must take it. False if there is no other. */
export const isForAnother = (db: Db, whom: string | null, actorId: string): Promise<boolean> =>
  needsAnother(db, { kind: 'report', authorId: whom, auditId: null }, actorId)

/** Whether a case is about the caller or against the caller's decision. False if there is no other administrator. */
export async function needsAnother(
  db: Db,
  { kind, authorId, auditId }: Pick<CaseRow, 'kind' | 'authorId' | 'auditId'>,
  actorId: string,
): Promise<boolean> {
  const { rows } = await sql`select from users where "group" = 'admin' and deleted_at is null and id <> ${actorId}
    and (${authorId === actorId} or ${kind === 'appeal'} and exists (
      select from audit where id = ${auditId}::uuid and actor_id = ${actorId})) limit 1`.execute(db)
  return rows.length > 0
}
