import { sql } from 'kysely'
import type { AccountStep } from '@toile/contracts/sessions/sessions.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import type { Db } from '../client.js'
import { eventOfMoved, eventsOfMoved } from '../events.js'
import { isBanned } from '../users/ban-state.js'
import { userColumns, type User } from '../users/users.js'

export interface NewSession {
  id: string
  userId: string
  expiresAt: Date
  userAgent: string
  /** The only step allowed to a session of an incomplete account. */
  step?: AccountStep | undefined
  /** Whether the user has just reauthenticated. Signing in alone does not count. */
  isProven?: boolean
}

/** Also updates the user's `seen_at`. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      expires_at: session.expiresAt,
      user_agent: session.userAgent.slice(0, 256),
      step: session.step ?? null,
      proven_at: session.isProven ? new Date() : null,
    })
    .execute()
  await sql`update users set seen_at = now() where id = ${session.userId}`.execute(db)
}

export async function proveSession(db: Db, sessionId: string): Promise<void> {
  await sql`update sessions set proven_at = now() where id = ${sessionId}`.execute(db)
}

/** Whether the user reauthenticated within `minutes`. Without a password, the start of the session counts as well. */
export async function isSessionProven(db: Db, sessionId: string, minutes: number): Promise<boolean> {
  const found = await sql<{ proven: boolean }>`select
      greatest(proven_at, case when password_hash is null then sessions.created_at end)
        > now() - make_interval(mins => ${minutes}) as proven
    from sessions join users on users.id = user_id where sessions.id = ${sessionId}`.execute(db)
  return found.rows[0]?.proven === true
}

/** The only definition of a valid session, for API, pages and sockets. */
const isGood = sql<boolean>`(sessions.expires_at > now() and users.deleted_at is null and not ${isBanned})`

export interface LiveSession {
  user: User
  step: AccountStep | null
  createdAt: Date
  lastSeenAt: Date
}

/** A valid session with its user. Callers must check `step`. */
export async function findSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      ...userColumns,
      'sessions.step',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
    .where('sessions.id', '=', sessionId)
    .where(isGood)
    .executeTakeFirst()
  if (!row) return undefined
  const { step, createdAt, lastSeenAt, ...user } = row
  return { user, step, createdAt, lastSeenAt }
}

/** Updates `last_seen_at` at most once a minute and `seen_at` at most once an hour, to avoid a write per call. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await sql`with seen as (update sessions set last_seen_at = now()
      where id = ${sessionId} and last_seen_at < now() - interval '1 minute' returning user_id)
    update users set seen_at = now() from seen
    where id = seen.user_id and (seen_at is null or seen_at < now() - interval '1 hour')`.execute(db)
}

/** Maps those of the sessions that are valid to the current group of their user. */
export async function liveSessions(db: Db, sessionIds: string[]): Promise<Map<string, UserGroup>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.group'])
    .where(sql<boolean>`sessions.id = any(${sessionIds}::uuid[])`)
    .where(isGood)
    .execute()
  return new Map(rows.map((row) => [row.id, row.group]))
}

export function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function sessionOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('sessions').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id
}

/** Ends a session and writes its event in one statement; idempotent. */
export async function revokeSession(db: Db, sessionId: string): Promise<void> {
  await sql`with moved as (delete from sessions where id = ${sessionId} returning id, 1 as attempt, 0 as version),
    ${eventOfMoved('session.revoked')}
    select 1`.execute(db)
}

/** Ends the user's sessions except `keep` and writes their events in one statement. */
export async function revokeSessionsOf(db: Db, userId: string, keep?: string): Promise<void> {
  await sql`with moved as (
      delete from sessions where user_id = ${userId} and id is distinct from ${keep ?? null}::uuid returning id, 1 as attempt, 0 as version),
    ${eventsOfMoved('session.revoked')}
    select 1`.execute(db)
}

/** Ends an incomplete account's sessions that are limited to this step. Called once the step is done. */
export async function revokeSessionsAt(db: Db, userId: string, step: AccountStep): Promise<void> {
  await sql`with moved as (delete from sessions where user_id = ${userId} and step = ${step} returning id, 1 as attempt, 0 as version),
    ${eventsOfMoved('session.revoked')}
    select 1`.execute(db)
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}
