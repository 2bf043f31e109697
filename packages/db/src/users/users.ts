import { domainToUnicode } from 'node:url'
import { sql } from 'kysely'
import { cleanEmail } from '@toile/contracts/users/accounts'
import { invalidInput } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'
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
export const SHOWN_NAME_INDEX = 'users_shown_skeleton'

const refusals = {
  username: () => invalidInput({ username: [{ code: 'FIELD_TAKEN' }] }),
  shown: () => invalidInput({ username: [{ code: 'FIELD_LOOKS_TAKEN' }] }),
  email: () => invalidInput({ email: [{ code: 'FIELD_TAKEN' }] }),
}

/** @throws 422 with the field for a taken username or email, however it is spelt, and for a name that looks like another's */
export async function assertNamesFree(db: Db, user: Pick<NewUser, 'username' | 'nickname' | 'email'>): Promise<void> {
  const { username, nickname = username, email } = user
  const found = await sql<Record<keyof typeof refusals, boolean>>`select
      exists (select from users where username = ${username}) as username,
      exists (select from users where shown_skeleton = name_skeleton(${nickname})) as shown,
      exists (select from users where email = any(${email ? emailSpellings(email) : []}::citext[])) as email`.execute(
    db,
  )
  for (const [what, refusal] of Object.entries(refusals))
    if (found.rows[0]![what as keyof typeof refusals]) throw refusal()
}

/** Makes a person, who must be free, see assertNamesFree(). */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  const email = user.email && cleanEmail(user.email)
  await assertNamesFree(db, user)
  try {
    return await db
      .insertInto('users')
      .values({
        id: newId(),
        username: user.username,
        email,
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
    if (constraint === 'users_username_key') throw refusals.username()
    if (constraint === SHOWN_NAME_INDEX) throw refusals.shown()
    if (constraint === 'users_email_key') throw refusals.email()
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

/** The person of a login name (email or username, however it is spelt) with the hash of the password. */
export function findLogin(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('email', 'in', emailSpellings(login)), eb('username', '=', cleanEmail(login))]))
    .orderBy(asTypedFirst(login))
    .executeTakeFirst()
}

/** How an address may stand in the database: as it is kept today, or as it was typed before all spellings were one. */
export function emailSpellings(email: string): string[] {
  const clean = cleanEmail(email)
  const at = clean.lastIndexOf('@') + 1
  const readable = clean.slice(0, at) + domainToUnicode(clean.slice(at))
  return [...new Set([email.trim(), clean, readable, readable.normalize('NFD')])]
}

/** Accounts of before may differ in the spelling only: each is reached by its own. */
const asTypedFirst = (email: string) => sql`array_position(${emailSpellings(email)}::citext[], email)`

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
    .where('email', 'in', emailSpellings(email))
    .where('deleted_at', 'is', null)
    .orderBy(asTypedFirst(email))
    .executeTakeFirst()
}

/** Whether anyone but the demo accounts is here. */
export async function hasNonDemoUsers(db: Db): Promise<boolean> {
  const own = db.selectFrom('users').select('id').where('demo', '=', false).limit(1)
  return (await own.execute()).length > 0
}
