import { sql } from 'kysely'
import { invalidInput } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users.constants'
import type { Db } from '../client.js'

export interface User {
  id: string
  username: string
  /** Null for a social account that has not bound one. */
  email: string | null
  nickname: string
  group: UserGroup
  email_verified_at: Date | null
  invite_code: string
  refer: string | null
  language: Language
  demo: boolean
  avatar_id: string | null
}

export const userColumns = [
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
  'avatar_id',
] as const

export interface NewUser {
  username: string
  /** Null for a social account without one. */
  email: string | null
  /** Null for an account without a password: no password fits it. */
  passwordHash: string | null
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

/** The index that no two people pass who are shown by names that look the same. */
export const SHOWN_NAME = 'users_shown_skeleton'

/** Makes a person. A taken username or email, or a name that looks like another's, is 422 with its field. */
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
      .returning(userColumns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    const constraint = (error as { constraint?: string }).constraint
    if (constraint === 'users_username_key') throw invalidInput({ username: [{ code: 'FIELD_TAKEN' }] })
    if (constraint === SHOWN_NAME) throw invalidInput({ username: [{ code: 'FIELD_LOOKS_TAKEN' }] })
    if (constraint === 'users_email_key') throw invalidInput({ email: [{ code: 'FIELD_TAKEN' }] })
    throw error
  }
}

/** Whether nobody has this name or is shown by one that looks like it; who else asks waits until this transaction ends. */
export async function isNameFree(trx: Db, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('name:' || name_skeleton(${name}), 0))`.execute(trx)
  const taken = await sql`select 1 from users where username = ${name}
    union all select 1 from users where shown_skeleton = name_skeleton(${name})`.execute(trx)
  return taken.rows.length === 0
}

/** The person of a login name (email or username) with the hash of the password. */
export function findLogin(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('email', '=', login), eb('username', '=', login)]))
    .executeTakeFirst()
}

export function findUser(db: Db, id: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether anyone but the demo accounts is here. */
export async function hasOwnUsers(db: Db): Promise<boolean> {
  const own = db.selectFrom('users').select('id').where('demo', '=', false).limit(1)
  return (await own.execute()).length > 0
}
