import { sql, type NotNull } from 'kysely'
import type { AuditAction } from '@toile/contracts/audit/audit.constants'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { appealDecisions, decisionsOn, type Decision } from '@toile/contracts/moderation/moderation.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { recordAudit } from '../audit/audit.js'
import { banUser } from '../users/bans.js'
import { hideComment } from './comment-moderation.js'
import { orRefused } from '../savepoint.js'
import { actionsBefore, type CaseRow } from './moderation.js'
import { lockCase } from './moderation-claims.js'
import { notify } from '../notifications/notifications.js'
import { clearProfile, warnUser } from './user-moderation.js'
import { undoAction } from '../audit/undo.js'
import { hideWork } from './work-moderation.js'

export interface NewDecision {
  id: string
  actorId: string
  decision: Decision
  /** Its author reads it, and the audit log keeps it. */
  reason: string
  /** Of a ban: null, it has no end. */
  days: number | null
}

/** What can be decided about a case. Of people who are gone nothing but that it is over. */
export function decisionsFor({ kind, subjectKind, authorId }: CaseRow): readonly Decision[] {
  if (kind === 'appeal') return appealDecisions
  const all = decisionsOn[subjectKind]
  return authorId ? all : all.filter((decision) => decision === 'dismiss' || decision === 'hide')
}

/**
 * Decides a case and does what follows, with one row of the audit and the event that has both sides told.
 * @throws ToileError as `lockCase`, INVALID_INPUT for what cannot be decided here, and whatever the action refuses
 */
export function decideCase(db: Db, given: NewDecision): Promise<void> {
  return inTransaction(db, async (trx) => {
    const found = await lockCase(trx, given.id, given.actorId)
    if (!decisionsFor(found).includes(given.decision)) throw invalidInput({ decision: [{ code: 'FIELD_INVALID' }] })
    const done = await carryOut[given.decision](trx, found, given)
    // Of an appeal what it is against stays.
    const auditId = done ? await latestAction(trx, done, given.actorId) : found.auditId
    await sql`with moved as (
        update cases set decision = ${given.decision}, reason = ${given.reason}, decided_by = ${given.actorId},
          decided_at = date_trunc('milliseconds', now()), audit_id = ${auditId}::uuid, claimed_by = null,
          claimed_until = null, version = version + 1
        where id = ${given.id} returning id, 1 as attempt, version),
      closed as (update reports set decided = true where case_id = ${given.id}),
      ${eventOfMoved('case.decided')} select 1`.execute(trx)
  })
}

interface Done {
  action: AuditAction
  subjectId: string
  /** It stood already. */
  isAnothers?: boolean
}

/** What follows from each decision; each leaves one row in the audit. */
const carryOut: Record<Decision, (trx: Db, about: CaseRow, by: NewDecision) => Promise<Done | void>> = {
  async dismiss(trx, { subjectKind, subjectId }, { actorId, reason }) {
    await recordAudit(trx, { actorId, action: 'report.dismissed', subjectKind, subjectId, reason })
    return { action: 'report.dismissed', subjectId }
  },
  async warn(trx, about, { actorId, reason }) {
    const id = authorOf(about)
    await warnUser(trx, { id, actorId, reason, params: { kind: about.subjectKind, case: about.id } })
    return { action: 'user.warned', subjectId: id }
  },
  async clear(trx, about, { actorId, reason }) {
    const id = authorOf(about)
    await clearProfile(trx, { id, actorId, reason, params: { case: about.id } })
    return { action: 'user.cleared', subjectId: id }
  },
  async hide(trx, { subjectKind: kind, subjectId: id }, { actorId, reason }) {
    const refusal = await orRefused(trx, () =>
      (kind === 'comment' ? hideComment : hideWork)(trx, { id, actorId, reason }),
    )
    if (refusal && refusal.code !== 'NOTHING_CHANGED') throw refusal
    // Hidden by somebody meanwhile: its author knows, and may appeal against that.
    if (refusal)
      await recordAudit(trx, { actorId, action: 'report.accepted', subjectKind: kind, subjectId: id, reason })
    const action = kind === 'comment' ? 'comment.hidden' : 'work.hidden'
    return { action, subjectId: id, isAnothers: refusal !== undefined }
  },
  async ban(trx, about, { actorId, reason, days }) {
    const id = authorOf(about)
    await banUser(trx, { id, actorId, reason, until: await inDays(trx, days) })
    return { action: 'user.banned', subjectId: id }
  },
  async uphold(trx, { subjectKind, subjectId }, { actorId, reason }) {
    await recordAudit(trx, { actorId, action: 'appeal.upheld', subjectKind, subjectId, reason })
  },
  async grant(trx, { auditId, subjectKind, subjectId, authorId: userId }, by) {
    const { actorId, reason } = by
    const refusal = await orRefused(trx, () => undoAction(trx, { auditId: auditId!, actorId, reason }))
    if (!refusal) return
    if (refusal.code !== 'MOVED_ON') throw refusal
    // Taken back by hand meanwhile, or over by itself: nothing is left to undo, and the person is right all the same.
    await recordAudit(trx, { actorId, action: 'appeal.granted', subjectKind, subjectId, reason })
    if (userId)
      await notify(trx, {
        userId,
        kind: 'moderation',
        key: `moderated:${newId()}`,
        params: { result: 'appealGranted', reason },
      })
  },
}

/** By Postgres' clock; null stays null. */
async function inDays(trx: Db, days: number | null): Promise<Date | null> {
  if (days === null) return null
  const { rows } = await sql<{ at: Date }>`select now() + make_interval(days => ${days}) as at`.execute(trx)
  return rows[0]!.at
}

function authorOf({ authorId }: CaseRow): string {
  if (!authorId) throw new ToileError('NOT_FOUND')
  return authorId
}

/** The row that an action of this transaction has just left, or that of another's before, where that left one. */
async function latestAction(trx: Db, { action, subjectId, isAnothers }: Done, actorId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from audit
    where subject_id = ${subjectId} and action = ${action} ${isAnothers ? sql`` : sql`and actor_id = ${actorId}`}
    order by id desc limit 1`.execute(trx)
  return rows[0]?.id ?? null
}

/**
 * Whom to tell of a decision, and of what; undefined while there is none. Reporters are whoever reported the thing; of an
 * appeal those whose report led to what it is against.
 */
export function outcomeOf(db: Db, id: string) {
  return db
    .selectFrom('cases as c')
    .select(['c.kind', 'c.subject_kind as subjectKind', 'c.subject_id as subjectId', 'c.author_id as authorId'])
    .select(['c.decision', 'c.reason'])
    .select(
      sql<
        string[]
      >`array(select distinct r.reporter_id from reports r join cases of_reports on of_reports.id = r.case_id
        where of_reports.id = c.id or (c.kind = 'appeal' and of_reports.kind = 'report'
          and of_reports.author_id = c.author_id and of_reports.audit_id in (${actionsBefore(sql`c.audit_id`)})))`.as(
        'reporters',
      ),
    )
    .where('c.id', '=', id)
    .where('c.decision', 'is not', null)
    .$narrowType<{ decision: NotNull; reason: NotNull }>()
    .executeTakeFirst()
}
