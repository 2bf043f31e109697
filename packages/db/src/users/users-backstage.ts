import { sql } from 'kysely'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import type { Db } from '../client.js'
import { contains, type Table, shownName } from '../table.js'
import { isBanned } from './ban-state.js'

// People as operators list them.

export interface BackstageUserRow {
  id: string
  username: string
  nickname: string
  email: string | null
  group: UserGroup
  verified: boolean
  demo: boolean
  deleted: boolean
  is_banned: boolean
  banned_at: Date | null
  banned_until: Date | null
  ban_reason: string
  tenant_id: string | null
  tenant_name: string | null
  created_at: Date
  seen_at: Date | null
  works: number
  uploads: number
  bytes: number
}

// Postgres counts them after the page is cut, so for its rows alone; for all where the order asks for them.
const works = sql`(select count(*)::int from works w where w.owner_id = users.id and w.state <> 'trashed')`
const uploads = sql`(select count(*)::int from uploads u where u.owner_id = users.id)`
export const bytes = sql`(select coalesce(sum(f.bytes), 0)::bigint from files f
  where f.owner_id = users.id and f.state <> 'deleted')`

/** Every account; those that were deleted only where the filter asks for them. */
export const usersTable: Table<'users'> = {
  select: sql`users.id, users.username::text, users.nickname, users.email::text, users."group",
    users.email_verified_at is not null as verified, users.demo, users.deleted_at is not null as deleted,
    ${isBanned} as is_banned, users.banned_at, users.banned_until, users.ban_reason,
    case when users.deleted_at is not null then 'deleted' when ${isBanned} then 'banned' else 'good' end as state,
    users.tenant_id, tenants.name as tenant_name, users.created_at, users.seen_at,
    ${works} as works, ${uploads} as uploads, ${bytes} as bytes`,
  from: sql`users left join tenants on tenants.id = users.tenant_id`,
  id: sql`users.id`,
  sort: { created: sql`users.created_at`, seen: sql`users.seen_at`, works, uploads, bytes },
  file: {
    name: shownName,
    demo: 'demo',
    email: 'email',
    verified: 'verified',
    group: 'group',
    state: 'state',
    bannedUntil: 'banned_until',
    banReason: 'ban_reason',
    tenant: 'tenant_name',
    created: 'created_at',
    seen: 'seen_at',
    works: 'works',
    uploads: 'uploads',
    bytes: 'bytes',
  },
  first: { sort: 'created', order: 'desc' },
  where: ({ q, group, verified, banned, deleted = false, demo, tenant }) => [
    sql`(users.deleted_at is not null) = ${deleted}`,
    ...(q ? [contains(q, sql`users.username`, sql`users.nickname`, sql`users.email`, sql`users.id`)] : []),
    ...(group ? [sql`users."group" = ${group}`] : []),
    ...(verified === undefined ? [] : [sql`(users.email_verified_at is not null) = ${verified}`]),
    ...(banned === undefined ? [] : [sql`${isBanned} = ${banned}`]),
    ...(demo === undefined ? [] : [sql`users.demo = ${demo}`]),
    ...(tenant ? [sql`users.tenant_id = ${tenant}`] : []),
  ],
}

export interface UserMoreRow {
  language: Language
  email_refused_at: Date | null
  inviter_id: string | null
  inviter_name: string | null
  published: number
  renders: number
  comments: number
  followers: number
  following: number
  reports: number
}

/** What operators see of one person beyond the row of the table. */
export async function findMoreOfUser(db: Db, id: string): Promise<UserMoreRow | undefined> {
  const found = await sql<UserMoreRow>`select users.language, users.email_refused_at,
      inviter.id as inviter_id, inviter.username::text as inviter_name,
      (select count(*)::int from works w where w.owner_id = users.id and w.state = 'released') as published,
      (select count(*)::int from renders r where r.owner_id = users.id and r.deleted_at is null) as renders,
      (select count(*)::int from comments c where c.author_id = users.id and c.deleted_at is null) as comments,
      users.followers, users.following,
      (select count(*)::int from reports p where p.kind = 'user' and p.subject_id = users.id) as reports
    from users left join users inviter on inviter.id = users.invited_by where users.id = ${id}`.execute(db)
  return found.rows[0]
}
