import { sql, type InferResult, type NotNull, type RawBuilder } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '../client.js'
import { pageByTime, type Page, type PageQuery } from '../cursors.js'
import { eventOfMoved } from '../events.js'

// All times come from Postgres' clock.

/** Number of days of 24 hours, regardless of daylight saving time. A started day counts as a whole day. */
const daysBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql<number>`greatest(0, ceil(extract(epoch from ${to} - ${from}) / 86400))::int`

const selectCodes = (db: Db) =>
  db
    .selectFrom('s_codes as c')
    .leftJoin('entitlements as e', 'e.code_id', 'c.id')
    .leftJoin('users as u', 'u.id', 'c.used_by')
    .select([
      'c.id',
      'c.hint',
      'c.days',
      'c.received_at as receivedAt',
      'c.voided_at as voidedAt',
      'c.used_by as usedBy',
      'c.used_at as usedAt',
      'e.starts_at as startsAt',
      'e.ends_at as endsAt',
      sql<string | null>`coalesce(nullif(u.nickname, ''), u.username::text)`.as('usedByName'),
      sql<number>`coalesce(${daysBetween(sql`greatest(now(), e.starts_at)`, sql`e.ends_at`)}, 0)`.as('daysLeft'),
    ])
    // Never null here: callers only select codes with a holder, and a code with a holder has been received.
    .$narrowType<{ receivedAt: NotNull }>()

export type CodeRow = InferResult<ReturnType<typeof selectCodes>>[number]

export async function listCodes(db: Db, { userId, ...page }: PageQuery & { userId: string }): Promise<Page<CodeRow>> {
  const query = selectCodes(db).where('c.holder_id', '=', userId)
  return pageByTime(query, { at: 'c.received_at', id: 'c.id', timeOf: (row) => row.receivedAt }, page)
}

export function findCode(db: Db, id: string): Promise<CodeRow | undefined> {
  return selectCodes(db).where('c.id', '=', id).executeTakeFirst()
}

export function findEntitlement(db: Db, userId: string) {
  return db
    .selectFrom('entitlements')
    .select([sql<Date>`max(ends_at)`.as('until'), daysBetween(sql`now()`, sql`max(ends_at)`).as('daysLeft')])
    .where('user_id', '=', userId)
    .where('ends_at', '>', sql<Date>`now()`)
    .having(sql<boolean>`count(*) > 0`)
    .executeTakeFirst()
}

/**
 * Redeems a code by its hash, or by the id of a code that was given to the user. Returns the code's id. @throws
 * ToileError S_CODE_INVALID if the code is unknown, used, voided or given to another user
 */
export function redeemCode(db: Db, userId: string, by: { hash: Buffer } | { id: string }): Promise<string> {
  const which =
    'hash' in by
      ? sql`hash = ${by.hash} and (holder_id is null or holder_id = ${userId})`
      : sql`id = ${by.id} and holder_id = ${userId}`
  return inTransaction(db, async (trx) => {
    // Serializes a user's calls, so that the days of each code start where those of the previous code end.
    await sql`select id from users where id = ${userId} for no key update`.execute(trx)
    const redeemed = await sql<{ code_id: string }>`with moved as (
        update s_codes set used_by = ${userId}, used_at = now(), version = version + 1,
          holder_id = ${userId}, received_at = coalesce(received_at, date_trunc('milliseconds', now()))
        where used_at is null and voided_at is null and ${which}
        returning id, 1 as attempt, version, days),
      ${eventOfMoved('code.redeemed')}
      insert into entitlements (id, user_id, code_id, days, starts_at, ends_at)
      select ${newId()}::uuid, ${userId}::uuid, id, days, begins, begins + make_interval(hours => 24 * days)
      from moved, (select greatest(now(), max(ends_at)) as begins from entitlements where user_id = ${userId}) last
      returning code_id`.execute(trx)
    const id = redeemed.rows[0]?.code_id
    if (!id) throw new ToileError('S_CODE_INVALID')
    return id
  })
}

/** Omits codes without a holder. */
export function codeHolders(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('s_codes')
    .select(['id', 'holder_id as userId', 'version'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('holder_id', 'is not', null)
    .$narrowType<{ userId: NotNull }>()
    .execute()
}
