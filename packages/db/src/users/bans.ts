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
  id: string
  /** Null for an operator at the command line. */
  actorId: string | null
  /** For a ban, it is shown to the user at sign-in and in the mail. For an unban, only the audit log has it. */
  reason: string
}

/**
 * Bans a user until a time, or for good if `until` is null. Replaces an earlier ban, ends all sessions and mails the
 * user if the address is confirmed. @throws ToileError NOT_FOUND, NOT_YOURSELF, ADMINISTRATOR_PROTECTED, INVALID_INPUT
 * for a past `until`
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

/** Lifts a ban. Ended sessions stay ended, but devices work again. @throws ToileError NOT_FOUND, STATE_CONFLICT */
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

function note(
  trx: Db,
  { id, actorId, reason }: BanAction,
  action: Pick<AuditEntry, 'action' | 'before' | 'after' | 'undoes'>,
) {
  return recordAudit(trx, { actorId, subjectKind: 'user', subjectId: id, reason, ...action })
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

/** Locks the user, so that a concurrent promotion to administrator waits and then sees the ban. */
async function lockUser(trx: Db, id: string): Promise<Held> {
  const held = await sql<Held>`select id, "group", email::text, email_verified_at, banned_until, ban_reason,
      ${isBanned} as is_banned
    from users where id = ${id} and deleted_at is null for update`.execute(trx)
  if (!held.rows[0]) throw new ToileError('NOT_FOUND')
  return held.rows[0]
}

/** Mails only a confirmed address, because any other may be a stranger's. Users without one see a ban at sign-in. */
async function mailUser(trx: Db, person: Held, kind: MailKind, params: Record<string, string>): Promise<void> {
  if (!person.email || !person.email_verified_at) return
  await insertMail(trx, { kind, userId: person.id, address: person.email, params })
}
