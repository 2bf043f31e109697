import { sql } from 'kysely'
import type { AuditAction } from '@toile/contracts/audit/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import type { Params } from '@toile/contracts/failures'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import { inTransaction, type Db } from '../client.js'
import { assertNotLastAdministrator } from './accounts.js'
import { recordAudit } from '../audit/audit.js'
import { findBan } from './ban-state.js'
import { cancelTokens } from '../sessions/one-time-tokens.js'
import { listSessions, revokeSessionsOf } from '../sessions/sessions.js'

// Operators' changes to an account; each writes one audit row.

export interface UserAction {
  id: string
  /** Null for an operator at the command line. */
  actorId: string | null
  reason?: string
}

/** False if nothing changes. @throws ToileError NOT_YOURSELF, BANNED_NO_ADMINISTRATOR, STATE_CONFLICT (last admin) */
export function setGroup(db: Db, action: UserAction, group: UserGroup): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (action.actorId === action.id) throw new ToileError('NOT_YOURSELF')
    if (group !== 'admin') await assertNotLastAdministrator(trx, action.id)
    const changed = await sql`update users set "group" = ${group}
      where id = ${action.id} and "group" <> ${group} and deleted_at is null`.execute(trx)
    if (changed.numAffectedRows === 0n) return false
    // Checked after the update has locked the row, so that this check sees a concurrent ban.
    if (group === 'admin' && (await findBan(trx, action.id))) throw new ToileError('BANNED_NO_ADMINISTRATOR')
    const before = group === 'admin' ? 'user' : 'admin'
    const name = group === 'admin' ? 'user.promoted' : 'user.demoted'
    await note(trx, action, name, { before: { group: before }, after: { group } })
    return true
  })
}

/** Marks a user's address as confirmed. Returns false if the user has no address or it is already confirmed. */
export function markEmailVerified(db: Db, action: UserAction): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const changed = await sql`update users
      set email_verified_at = now(), email_refused_at = null, email_refused_status = null
      where id = ${action.id} and email is not null and email_verified_at is null and deleted_at is null`.execute(trx)
    if (changed.numAffectedRows === 0n) return false
    await cancelTokens(trx, action.id, ['verify_email'])
    await note(trx, action, 'user.emailVerified', { before: { verified: 'no' }, after: { verified: 'yes' } })
    return true
  })
}

/** @throws ToileError NOT_YOURSELF, STATE_CONFLICT if the user has no sessions */
export function signOutUser(db: Db, action: UserAction): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (action.actorId === action.id) throw new ToileError('NOT_YOURSELF')
    const { length } = await listSessions(trx, action.id)
    if (length === 0) throw new ToileError('STATE_CONFLICT')
    await revokeSessionsOf(trx, action.id)
    await note(trx, action, 'user.signedOut', { before: { sessions: length }, after: { sessions: 0 } })
  })
}

/** @throws ToileError NOT_FOUND, STATE_CONFLICT if nothing changes */
export function setFeatured(db: Db, action: UserAction, featured: boolean): Promise<void> {
  return inTransaction(db, async (trx) => {
    const held = await sql<{ featured: boolean }>`select featured_since is not null as featured from users
      where id = ${action.id} and deleted_at is null for no key update`.execute(trx)
    const before = held.rows[0]
    if (!before) throw new ToileError('NOT_FOUND')
    if (before.featured === featured) throw new ToileError('STATE_CONFLICT')
    await sql`update users set featured_since = ${featured ? sql`now()` : null} where id = ${action.id}`.execute(trx)
    const fields = (is: boolean) => ({ featured: is ? 'yes' : 'no' })
    const name = featured ? 'creator.featured' : 'creator.unfeatured'
    await note(trx, action, name, { before: fields(!featured), after: fields(featured) })
  })
}

const LOOK_MINUTES = 60

/** Audits that `actorId` views a user's private data (address, sessions), at most once an hour for the same user. */
export async function auditUserView(db: Db, { id, actorId }: { id: string; actorId: string }): Promise<void> {
  const known = await sql`select 1 from audit where subject_id = ${id} and actor_id = ${actorId}
    and action = 'user.viewed' and created_at > now() - make_interval(mins => ${LOOK_MINUTES}) limit 1`.execute(db)
  if (known.rows.length === 0)
    await recordAudit(db, { actorId, action: 'user.viewed', subjectKind: 'user', subjectId: id })
}

type Change = Record<'before' | 'after', Params>

function note(trx: Db, { id, actorId, reason }: UserAction, action: AuditAction, change: Change): Promise<string> {
  return recordAudit(trx, {
    actorId,
    action,
    subjectKind: 'user',
    subjectId: id,
    ...(reason && { reason }),
    ...change,
  })
}
