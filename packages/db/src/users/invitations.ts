import { sql, type NotNull } from 'kysely'
import type { Db } from '../client.js'
import { pageById, type PageQuery } from '../cursors.js'
import { eventOfMoved } from '../events.js'

/** Users who registered with the user's invitation code, latest first. Deleted accounts are not listed or numbered. */
export function listInvitations(db: Db, { userId, ...page }: PageQuery & { userId: string }) {
  const query = db
    .selectFrom((eb) =>
      eb
        .selectFrom('users')
        .select([
          'id',
          sql<number>`row_number() over (order by id)::int`.as('serialNumber'),
          sql<string>`coalesce(nullif(nickname, ''), username::text)`.as('nickname'),
          'created_at as registeredAt',
          'first_studio_at as activatedAt',
        ])
        .where('invited_by', '=', userId)
        .where('deleted_at', 'is', null)
        .as('invited'),
    )
    .select(['id', 'serialNumber', 'nickname', 'registeredAt', 'activatedAt'])
  return pageById(query, 'id', page)
}

export async function countInvitations(db: Db, userId: string): Promise<{ total: number; activated: number }> {
  const counted = await sql<{ total: number; activated: number }>`
    select count(*)::int as total, count(first_studio_at)::int as activated
    from users where invited_by = ${userId} and deleted_at is null`.execute(db)
  return counted.rows[0]!
}

/** Returns true only for the first sign-in with the desktop software. Only bindDevice() calls this. */
export async function activateInvitation(trx: Db, userId: string): Promise<boolean> {
  const moved = await sql`with first as (
      update users set first_studio_at = now() where id = ${userId} and first_studio_at is null returning id, invited_by),
    moved as (select id, 1 as attempt, 1 as version from first where invited_by is not null),
    ${eventOfMoved('invitation.activated')}
    select id from first`.execute(trx)
  return moved.rows.length === 1
}

export function inviters(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'invited_by as userId', sql<number>`1`.as('version')])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('invited_by', 'is not', null)
    .$narrowType<{ userId: NotNull }>()
    .execute()
}
