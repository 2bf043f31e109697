import { sql } from 'kysely'
import type { BackstageUser } from '@toile/contracts/users/users-backstage'
import type { Db } from '../client.js'
import { contains, shownName, type Table, type WithDates } from '../table.js'
import { isBanned } from './ban-state.js'

export type BackstageUserRow = WithDates<Omit<BackstageUser, 'ban'>, 'createdAt' | 'lastSeenAt'> & {
  banned: boolean
  bannedAt: Date | null
  bannedUntil: Date | null
  banReason: string
}

// Postgres runs these counts for the rows of the page only, unless the table is sorted by one of them.
const works = sql`(select count(*)::int from works w where w.owner_id = users.id and w.state <> 'trashed')`
const uploads = sql`(select count(*)::int from uploads u where u.owner_id = users.id)`
export const bytes = sql`(select coalesce(sum(f.bytes), 0)::bigint from files f
  where f.owner_id = users.id and f.state <> 'deleted')`

/** Lists the accounts that are not deleted. With the filter `deleted`, lists only the deleted accounts. */
export const usersTable: Table<'users'> = {
  select: sql`users.id, users.username::text as name, users.nickname, users.email::text, users."group",
    users.email_verified_at is not null as verified, users.demo, users.deleted_at is not null as deleted,
    ${isBanned} as banned, users.banned_at as "bannedAt", users.banned_until as "bannedUntil",
    users.ban_reason as "banReason", case when tenants.id is not null
      then jsonb_build_object('id', tenants.id, 'name', tenants.name) end as tenant,
    users.created_at as "createdAt", users.seen_at as "lastSeenAt",
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
    state: sql`case when listed.deleted then 'deleted' when listed.banned then 'banned' else 'good' end`,
    bannedUntil: 'bannedUntil',
    banReason: 'banReason',
    tenant: sql`listed.tenant ->> 'name'`,
    created: 'createdAt',
    seen: 'lastSeenAt',
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

export function findMoreOfUser(db: Db, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('users as inviter', 'inviter.id', 'users.invited_by')
    .select(['users.language', 'users.email_refused_at as emailRefusedAt', 'users.followers', 'users.following'])
    .select([
      sql<{ id: string; name: string } | null>`case when inviter.id is not null
        then jsonb_build_object('id', inviter.id, 'name', inviter.username::text) end`.as('invitedBy'),
      sql<number>`(select count(*)::int from works w where w.owner_id = users.id and w.state = 'released')`.as(
        'published',
      ),
      sql<number>`(select count(*)::int from renders r where r.owner_id = users.id and r.deleted_at is null)`.as(
        'renders',
      ),
      sql<number>`(select count(*)::int from comments c where c.author_id = users.id and c.deleted_at is null)`.as(
        'comments',
      ),
      sql<number>`(select count(*)::int from reports p where p.kind = 'user' and p.subject_id = users.id)`.as(
        'reports',
      ),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
}
