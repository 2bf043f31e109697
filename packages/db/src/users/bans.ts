import { sql } from 'kysely'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Params } from '@toile/contracts/failures'
import type { MailKind } from '@toile/contracts/notifications/mails.constants'
import type { Db } from '../client.js'
import { recordAudit, type AuditEntry } from '../audit/audit.js'
import { isBanned, utcMinute } from './ban-state.js'
import { insertMail } from '../notifications/mails.js'
import { revokeSessionsOf } from '../sessions/sessions.js'

export interface BanAction {
  /** Whom it is about. */
  id: string
  /** Null for an operator at the command line. */
  actorId: string | null
  /** What the person reads, when they try to sign in and by mail. */
  reason: string
}

/**
 * Shuts a person out until a time (null: for good), over a ban that is there: all their sessions end and tell of it, a
 * proven address gets the mail `banned`, and the action is noted, which is all that is written. Their page and works stay.
 * Call it in a transaction.
 * @throws ToileError NOT_FOUND, NOT_YOURSELF, ADMINISTRATOR_PROTECTED, or INVALID_INPUT (`until` has passed)
 */
export async function banUser(trx: Db, action: BanAction & { until: Date | null }): Promise<void> {
  const { id, actorId, reason, until } = action
  const before = await lockUser(trx, id)
  if (actorId === id) throw new ToileError('NOT_YOURSELF')
  if (before.group === 'admin') throw new ToileError('ADMINISTRATOR_PROTECTED')
  const banned = await sql`update users set banned_at = now(), banned_until = ${until}, ban_reason = ${reason}
    where id = ${id} and (${until}::timestamptz is null or ${until}::timestamptz > now())`.execute(trx)
  if (banned.numAffectedRows === 0n) throw invalidInput({ until: [{ code: 'FIELD_TIME_PASSED' }] })
  await revokeSessionsOf(trx, id)
  await mailUser(trx, before, 'banned', { reason, until: until ? utcMinute(until) : '' })
  const after = { reason, until: endOf(until) }
  await note(trx, action, { action: 'user.banned', after, ...(before.is_banned && { before: banOf(before) }) })
}

/**
 * Lifts a ban that is in force; the devices of the person's desktop software go on, and they sign in anew. They get the
 * mail `ban_lifted`. Call it in a transaction.
 * @throws ToileError NOT_FOUND, or STATE_CONFLICT where none is in force
 */
export async function unbanUser(trx: Db, { id, actorId, reason }: BanAction): Promise<void> {
  const before = await lockUser(trx, id)
  if (!before.is_banned) throw new ToileError('STATE_CONFLICT')
  await sql`update users set banned_at = null, banned_until = null, ban_reason = '' where id = ${id}`.execute(trx)
  await mailUser(trx, before, 'ban_lifted', {})
  const action = await sql<{ id: string }>`select id from audit
    where subject_id = ${id} and action = 'user.banned' and not exists (select from audit u where u.undoes = audit.id)
    order by created_at desc, id desc limit 1`.execute(trx)
  const undoes = action.rows[0]?.id
  await note(
    trx,
    { id, actorId, reason },
    { action: 'user.unbanned', before: banOf(before), ...(undoes && { undoes }) },
  )
}

const endOf = (until: Date | null) => until?.toISOString() ?? 'for good'
const banOf = ({ ban_reason, banned_until }: Held): Params => ({ reason: ban_reason, until: endOf(banned_until) })

/** What an operator did to a person: the one row of it in the audit log. */
function note(
  trx: Db,
  { id, actorId, reason }: BanAction,
  action: Pick<AuditEntry, 'action' | 'before' | 'after' | 'undoes'>,
) {
  const params: Params = actorId === null ? { by: 'cli' } : {}
  return recordAudit(trx, { actorId, subjectKind: 'user', subjectId: id, reason, params, ...action })
}

interface Held {
  id: string
  group: string
  email: string | null
  email_verified_at: Date | null
  banned_until: Date | null
  ban_reason: string
  is_banned: boolean
}

/** The person, held until the transaction ends: who makes them an administrator at this moment waits, and then finds them banned. */
async function lockUser(trx: Db, id: string): Promise<Held> {
  const held = await sql<Held>`select id, "group", email::text, email_verified_at, banned_until, ban_reason,
      ${isBanned} as is_banned
    from users where id = ${id} and deleted_at is null for update`.execute(trx)
  if (!held.rows[0]) throw new ToileError('NOT_FOUND')
  return held.rows[0]
}

/** Only to a proven address: another may be a stranger's. Whoever has none reads it when they try to sign in. */
async function mailUser(trx: Db, person: Held, kind: MailKind, params: Record<string, string>): Promise<void> {
  if (!person.email || !person.email_verified_at) return
  await insertMail(trx, { kind, userId: person.id, address: person.email, params })
}
