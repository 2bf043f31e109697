import { domainToUnicode } from 'node:url'
import { sql, type Selectable } from 'kysely'
import { cleanEmail } from '@toile/contracts/users/accounts'
import { invalidInput } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import type { Db } from '../client.js'
import type { Schema } from '../schema.js'

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

export type User = Pick<Selectable<Schema['users']>, 'id' | Exclude<(typeof userColumns)[number], 'users.id'>>

export interface NewUser {
  username: string
  email: string | null
  passwordHash: string | null
  inviteCode: string
  refer?: string | undefined
  /** Unknown codes are ignored. */
  invitedByCode?: string | undefined
  language?: Language
  group?: UserGroup
  emailVerified?: boolean
  demo?: boolean
  /** Defaults to the username. */
  nickname?: string
}

/** Unique index that refuses displayed names which look alike. */
export const SHOWN_NAME_INDEX = 'users_shown_skeleton'

const refusals = {
  username: () => invalidInput({ username: [{ code: 'FIELD_TAKEN' }] }),
  shown: () => invalidInput({ username: [{ code: 'FIELD_LOOKS_TAKEN' }] }),
  email: () => invalidInput({ email: [{ code: 'FIELD_TAKEN' }] }),
}

/** @throws ToileError INVALID_INPUT for a taken username or email, or a name that looks like another's */
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

/** @throws the errors of assertNamesFree() */
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

/** Whether no username equals `name` and no displayed name looks like it. Concurrent calls for a similar name wait. */
export async function isNameFree(trx: Db, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('name:' || name_skeleton(${name}), 0))`.execute(trx)
  const taken = await sql`select 1 from users where username = ${name}
    union all select 1 from users where shown_skeleton = name_skeleton(${name})`.execute(trx)
  return taken.rows.length === 0
}

/** Finds a user by a username or by an email in any of its spellings. The result includes the password hash. */
export function findLogin(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('email', 'in', emailSpellings(login)), eb('username', '=', cleanEmail(login))]))
    .orderBy(asTypedFirst(login))
    .executeTakeFirst()
}

/** How an address may be stored: normalized or, in an older account, as typed or with a Unicode domain. */
export function emailSpellings(email: string): string[] {
  const clean = cleanEmail(email)
  const at = clean.lastIndexOf('@') + 1
  const readable = clean.slice(0, at) + domainToUnicode(clean.slice(at))
  return [...new Set([email.trim(), clean, readable, readable.normalize('NFD')])]
}

/** Addresses of old accounts may differ only in their spelling. The one that is spelled as typed comes first. */
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

export async function hasNonDemoUsers(db: Db): Promise<boolean> {
  const own = db.selectFrom('users').select('id').where('demo', '=', false).limit(1)
  return (await own.execute()).length > 0
}
