import { sql } from 'kysely'
import type { Params, StoredFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import { MAIL_EXPIRY_HOURS, MAIL_KEEP_DAYS, type MailKind } from '@toile/contracts/notifications/mails.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

export interface NewMail {
  kind: MailKind
  /** Null if the requester must not learn whether the address has an account. The worker then looks for the account. */
  userId: string | null
  address: string
  tokenId?: string
  params?: Params
}

export async function insertMail(db: Db, mail: NewMail): Promise<string> {
  const id = newId()
  await sql`with moved as (
      insert into mails (id, user_id, kind, address, token_id, params)
      values (${id}, ${mail.userId}, ${mail.kind}, ${mail.address}, ${mail.tokenId ?? null},
        ${JSON.stringify(mail.params ?? {})}::jsonb)
      returning id, attempt, 0 as version),
    ${eventOfMoved('mail.requested')}
    select 1`.execute(db)
  return id
}

export function findWaitingMail(db: Db, { id, attempt }: { id: string; attempt: number }) {
  return db
    .selectFrom('mails')
    .select(['id', 'user_id', 'kind', 'address', 'token_id', 'params'])
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}
export type WaitingMail = NonNullable<Awaited<ReturnType<typeof findWaitingMail>>>

/** Claims a mail or returns how long another claim lasts. Claims expire, so call holdsMail() right before sending. */
export async function claimMail(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
  claim: string,
  seconds: number,
): Promise<'claimed' | 'ended' | { waitSeconds: number }> {
  const claimed = await sql`update mails set claim = ${claim}, claimed_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and attempt = ${attempt} and state = 'waiting'
      and (claimed_until is null or claimed_until < now())`.execute(db)
  if (claimed.numAffectedRows === 1n) return 'claimed'
  const held = await sql<{ seconds: number }>`select extract(epoch from claimed_until - now())::float as seconds
    from mails where id = ${id} and attempt = ${attempt} and state = 'waiting'`.execute(db)
  return held.rows[0] ? { waitSeconds: Math.max(0.1, held.rows[0].seconds) } : 'ended'
}

export async function holdsMail(db: Db, id: string, claim: string): Promise<boolean> {
  const held = await sql`select 1 from mails
    where id = ${id} and claim = ${claim} and claimed_until > now() and state = 'waiting'`.execute(db)
  return held.rows.length === 1
}

/** Releases a claim after a failed try, so that the next try need not wait for it to expire. */
export async function releaseMail(db: Db, id: string, claim: string): Promise<void> {
  await sql`update mails set claimed_until = null where id = ${id} and claim = ${claim}`.execute(db)
}

/** Returns false if the mail has already ended or the attempt is outdated. */
export async function endMail(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
  to: 'sent' | 'failed' | 'cancelled',
  failure?: StoredFailure,
): Promise<boolean> {
  const ended = await db
    .updateTable('mails')
    .set({ state: to, ...(failure && { failure: JSON.stringify(failure) }), updated_at: sql`now()` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

export function stuckMails(db: Db, { seconds, limit }: { seconds: number; limit: number }) {
  return db
    .selectFrom('mails')
    .select(['id', 'attempt'])
    .where('state', '=', 'waiting')
    .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Starts another attempt, or fails a mail older than `MAIL_EXPIRY_HOURS`. Returns false if no attempt was started. */
export function redriveMail(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await sql`update mails set state = 'failed', failure = '{"code":"PROCESSING_FAILED","params":{}}', updated_at = now()
      where id = ${id} and attempt = ${attempt} and state = 'waiting'
        and created_at < now() - make_interval(hours => ${MAIL_EXPIRY_HOURS})`.execute(trx)
    const again = await sql`with moved as (
        update mails set attempt = attempt + 1, updated_at = now()
        where id = ${id} and attempt = ${attempt} and state = 'waiting' returning id, attempt, 0 as version),
      ${eventOfMoved('mail.requested')}
      select id from moved`.execute(trx)
    return again.rows.length === 1
  })
}

export async function deleteOldMails(db: Db): Promise<void> {
  await sql`delete from mails where created_at < now() - make_interval(days => ${MAIL_KEEP_DAYS})`.execute(db)
  await sql`delete from one_time_tokens where created_at < now() - make_interval(days => ${MAIL_KEEP_DAYS})`.execute(db)
}

/** Sends a failed mail again. Returns false for a mail that has not failed. */
export async function sendMailAgain(db: Db, id: string): Promise<boolean> {
  const again = await sql`with moved as (
      update mails set state = 'waiting', failure = null, attempt = attempt + 1, updated_at = now()
      where id = ${id} and state = 'failed' returning id, attempt, 0 as version),
    ${eventOfMoved('mail.requested')}
    select id from moved`.execute(db)
  return again.rows.length === 1
}
