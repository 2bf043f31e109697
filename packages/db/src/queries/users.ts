import { sql } from 'kysely'
import { invalidInput } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users.constants'
import type { Db } from '../client.js'

export interface User {
  id: string
  username: string
  email: string
  nickname: string
  group: UserGroup
  email_verified_at: Date | null
  invite_code: string
  refer: string | null
  language: Language
  demo: boolean
}

const columns = [
  'users.id',
  'username',
  'email',
  'nickname',
  'group',
  'email_verified_at',
  'invite_code',
  'refer',
  'language',
  'demo',
] as const

export interface NewUser {
  username: string
  email: string
  passwordHash: string
  inviteCode: string
  refer?: string | undefined
  /** The code of whoever invited them; an unknown one is ignored. */
  invitedByCode?: string | undefined
  language?: Language
  group?: UserGroup
  emailVerified?: boolean
  demo?: boolean
  /** The name shown; without one it is the username. */
  nickname?: string
}

/** Makes a person. A taken username or email is 422 with its field. */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  try {
    return await db
      .insertInto('users')
      .values({
        id: newId(),
        username: user.username,
        email: user.email,
        nickname: user.nickname ?? user.username,
        password_hash: user.passwordHash,
        invite_code: user.inviteCode,
        refer: user.refer ?? null,
        invited_by: user.invitedByCode
          ? (eb) =>
              eb
                .selectFrom('users as inviter')
                .select('inviter.id')
                .where('inviter.invite_code', '=', user.invitedByCode!)
          : null,
        language: user.language ?? 'en',
        group: user.group ?? 'user',
        email_verified_at: user.emailVerified ? sql`now()` : null,
        demo: user.demo ?? false,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    const constraint = (error as { constraint?: string }).constraint
    if (constraint === 'users_username_key') throw invalidInput({ username: [{ code: 'FIELD_TAKEN' }] })
    if (constraint === 'users_email_key') throw invalidInput({ email: [{ code: 'FIELD_TAKEN' }] })
    throw error
  }
}

/** The person of a login name (email or username) with the hash of the password. */
export function findLogin(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select([...columns, 'password_hash'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('email', '=', login), eb('username', '=', login)]))
    .executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The person of a live session; undefined when it was revoked or has run out. */
export function findSessionUser(db: Db, sessionId: string): Promise<User | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(columns)
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Of these sessions, those that are still good, with the person's present rights. */
export async function liveSessions(db: Db, sessionIds: string[]): Promise<Map<string, UserGroup>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.group'])
    .where(sql<boolean>`sessions.id = any(${sessionIds}::uuid[])`)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.group]))
}

export async function insertSession(
  db: Db,
  session: { id: string; userId: string; expiresAt: Date; userAgent: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      expires_at: session.expiresAt,
      user_agent: session.userAgent.slice(0, 256),
    })
    .execute()
}

/** Ends a session and tells of it, in one statement; ending it again does nothing. */
export async function revokeSession(db: Db, sessionId: string): Promise<void> {
  await sql`with moved as (delete from sessions where id = ${sessionId} returning id),
    event as (insert into events (id, type, subject_id)
      select ${newId()}::uuid, 'session.revoked', id from moved)
    select 1`.execute(db)
}

/** Removes sessions past their end. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}
