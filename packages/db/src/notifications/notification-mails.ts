import { sql } from 'kysely'
import {
  DIGEST_HOUR_UTC,
  MAX_MAILS_PER_HOUR,
  UNSUBSCRIBE_DAYS,
  type NotificationKind,
} from '@toile/contracts/notifications/notifications.constants'
import { inTransaction, type Db } from '../client.js'
import { hasBlocked } from '../users/blocks.js'
import { insertMail } from './mails.js'

// Mails about notifications. Whether the user allows them is checked when a mail is written and again when it is sent.

/** Condition on `users u`: the user has a confirmed, working address and allows mails in the profile. */
const takesMail = sql`u.deleted_at is null and u.email_verified_at is not null and u.email_refused_at is null
  and u.email_switch`

/**
 * Writes mails for due notifications. If a user gets more than `MAX_MAILS_PER_HOUR`, the rest join the digest.
 * @returns the number of notifications handled
 */
export function mailDue(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    const due = await sql<{ id: string; user_id: string; email: string | null; mailed: number }>`
      select n.id, n.user_id, case when ${takesMail} then u.email::text end as email,
        (select count(*)::int from mails m where m.user_id = n.user_id and m.kind = 'notification'
          and m.created_at > now() - interval '1 hour') as mailed
      from notifications n join users u on u.id = n.user_id
      where n.mail_due_at <= now() order by n.mail_due_at limit ${limit} for update of n skip locked`.execute(trx)
    const mailed = new Map(due.rows.map((row) => [row.user_id, row.mailed]))
    for (const { id, user_id: userId, email } of due.rows) {
      const count = mailed.get(userId)!
      const isTooMany = email !== null && count >= MAX_MAILS_PER_HOUR
      mailed.set(userId, count + 1)
      const mailId =
        email && !isTooMany
          ? await insertMail(trx, { kind: 'notification', userId, address: email, params: { notificationId: id } })
          : null
      await trx
        .updateTable('notifications')
        .set({ mail_due_at: null, mail_id: mailId, ...(isTooMany && { digest: true }) })
        .where('id', '=', id)
        .execute()
    }
    return due.rows.length
  })
}

/** Writes digests for up to `limit` users, once per UTC day. @returns the number of users, with or without a mail */
export function mailDigests(db: Db, limit: number, fromHourUtc = DIGEST_HOUR_UTC): Promise<number> {
  return inTransaction(db, async (trx) => {
    const due = await sql<{ user_id: string; email: string | null }>`
      with utc as (select now() at time zone 'utc' as now)
      select r.user_id, case when ${takesMail} then u.email::text end as email
      from notification_readers r join users u on u.id = r.user_id, utc
      where extract(hour from utc.now) >= ${fromHourUtc}
        and (r.digested_on is null or r.digested_on < utc.now::date)
        and exists (select 1 from notifications n where n.user_id = r.user_id and n.digest)
      order by r.user_id limit ${limit} for update of r skip locked`.execute(trx)
    for (const { user_id: userId, email } of due.rows) {
      const mailId = email ? await insertMail(trx, { kind: 'digest', userId, address: email }) : null
      await trx
        .updateTable('notifications')
        .set({ digest: false, digest_id: mailId })
        .where('user_id', '=', userId)
        .where('digest', '=', true)
        .execute()
      await sql`update notification_readers set digested_on = (now() at time zone 'utc')::date
        where user_id = ${userId}`.execute(trx)
    }
    return due.rows.length
  })
}

export async function stillTakesMail(db: Db, userId: string, address: string): Promise<boolean> {
  const row = await sql`select 1 from users u where id = ${userId} and email = ${address} and ${takesMail}`.execute(db)
  return row.rows.length === 1
}

/** Returns those notifications that were caused only by users who block the reader or whom the reader blocks. */
export async function onlyOfBlocked(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select n.id from notifications n
    join notification_causes k on k.notification_id = n.id where n.id = any(${ids}::uuid[])
    group by n.id having bool_and(k.actor_id is not null and (
      ${hasBlocked(sql`n.user_id`, sql`k.actor_id`)} or ${hasBlocked(sql`k.actor_id`, sql`n.user_id`)}))`.execute(db)
  return new Set(found.rows.map(({ id }) => id))
}

/** Marks an address as permanently refused. It gets no notification mails until it is confirmed again or changed. */
export async function refuseAddress(db: Db, mailId: string, status: number): Promise<void> {
  await sql`update users u set email_refused_at = now(), email_refused_status = ${status}
    from mails m where m.id = ${mailId} and u.id = m.user_id and u.email = m.address and u.email_refused_at is null`.execute(
    db,
  )
}

/** A token with `kind` null unsubscribes from the digest. */
export async function insertUnsubscribeToken(
  db: Db,
  tokenHash: Buffer,
  userId: string,
  kind: NotificationKind | null,
): Promise<void> {
  await db.insertInto('unsubscribe_tokens').values({ token_hash: tokenHash, user_id: userId, kind }).execute()
}

/** Does not use the token up: an unsubscribe link works repeatedly, for `UNSUBSCRIBE_DAYS`. */
export function findUnsubscribeToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('unsubscribe_tokens')
    .select(['user_id', 'kind'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function forgetUnsubscribeTokens(db: Db): Promise<void> {
  await sql`delete from unsubscribe_tokens
    where created_at < now() - make_interval(days => ${UNSUBSCRIBE_DAYS})`.execute(db)
}
