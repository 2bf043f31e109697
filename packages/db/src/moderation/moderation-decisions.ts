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
  reason: string
  /** Length of a ban; null for a permanent ban. */
  days: number | null
}

/** Decisions allowed on a case. If the author of a reported subject is deleted, only `dismiss` and `hide` are. */
export function decisionsFor({ kind, subjectKind, authorId }: CaseRow): readonly Decision[] {
  if (kind === 'appeal') return appealDecisions
  const all = decisionsOn[subjectKind]
  return authorId ? all : all.filter((decision) => decision === 'dismiss' || decision === 'hide')
}

/** @throws the errors of lockCase() and of the action; ToileError INVALID_INPUT if the case excludes the decision */
export function decideCase(db: Db, given: NewDecision): Promise<void> {
  return inTransaction(db, async (trx) => {
    const found = await lockCase(trx, given.id, given.actorId)
    if (!decisionsFor(found).includes(given.decision)) throw invalidInput({ decision: [{ code: 'FIELD_INVALID' }] })
    const done = await carryOut[given.decision](trx, found, given)
    // The case of an appeal keeps the audit id of the decision that the appeal is against.
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
  /** Whether the action had already been taken, usually by another moderator. */
  isAnothers?: boolean
}

/** Each function writes one audit row. */
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
    // The subject was already hidden. Its author was notified at that time and can appeal.
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
    // The decision has been revoked or has expired. There is nothing to undo, but the appeal succeeds.
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

async function inDays(trx: Db, days: number | null): Promise<Date | null> {
  if (days === null) return null
  const { rows } = await sql<{ at: Date }>`select now() + make_interval(days => ${days}) as at`.execute(trx)
  return rows[0]!.at
}

function authorOf({ authorId }: CaseRow): string {
  if (!authorId) throw new ToileError('NOT_FOUND')
  return authorId
}

/** Id of the latest audit row of the action: this transaction's own or, with `isAnothers`, one by any operator. */
async function latestAction(trx: Db, { action, subjectId, isAnothers }: Done, actorId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from audit
    where subject_id = ${subjectId} and action = ${action} ${isAnothers ? sql`` : sql`and actor_id = ${actorId}`}
    order by id desc limit 1`.execute(trx)
  return rows[0]?.id ?? null
}

/**
 * The outcome of a case and the users to notify of it. For an appeal, `reporters` are the users whose reports led to
 * the appealed decision.
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
