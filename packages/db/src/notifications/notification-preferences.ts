import { sql } from 'kysely'
import type { Preference } from '@toile/contracts/notifications/notifications'
import {
  channelsOf,
  defaultChannels,
  notificationKinds,
  type ChannelChoice,
  type NotificationKind,
} from '@toile/contracts/notifications/notifications.constants'
import { inTransaction, type Db } from '../client.js'

export async function channelsFor(db: Db, userId: string, kind: NotificationKind): Promise<ChannelChoice> {
  const chosen = await db
    .selectFrom('notification_preferences')
    .select(['live', 'bell', 'email', 'digest'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return chosen ?? defaultChannels(kind)
}

export async function listPreferences(db: Db, userId: string): Promise<Preference[]> {
  const chosen = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'live', 'bell', 'email', 'digest'])
    .where('user_id', '=', userId)
    .execute()
  return notificationKinds.map((kind) => chosen.find((row) => row.kind === kind) ?? { kind, ...defaultChannels(kind) })
}

/** Live and bell stay off for a kind that does not offer them. */
export async function setPreferences(db: Db, userId: string, items: readonly Preference[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const item of items) {
      const has = channelsOf(item.kind)
      const choice = {
        live: item.live && has.includes('live'),
        bell: item.bell && has.includes('bell'),
        email: item.email,
        digest: item.digest,
      }
      await trx
        .insertInto('notification_preferences')
        .values({ user_id: userId, kind: item.kind, ...choice })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(choice))
        .execute()
    }
    await dropUnwantedMail(trx, userId)
  })
}

/**
 * Turns off single mails and digest lines of `kind`. If `kind` is null, turns off the digest but no single mails. With
 * `all`, also turns off all notification mails, including the digest.
 */
export async function endMails(trx: Db, userId: string, kind: NotificationKind | null, all: boolean): Promise<void> {
  if (all) await trx.updateTable('users').set({ email_switch: false }).where('id', '=', userId).execute()
  const kinds = kind === null ? notificationKinds : [kind]
  const before = await listPreferences(trx, userId)
  const items = before
    .filter((item) => kinds.includes(item.kind))
    .map((item) => ({ ...item, digest: false, email: kind === null && item.email }))
  await setPreferences(trx, userId, items)
}

/** Takes the user's pending notifications out of the mails and digests that the user has just turned off. */
async function dropUnwantedMail(trx: Db, userId: string): Promise<void> {
  // Waits for mailDigests(), so that a digest that it is writing is seen below.
  await sql`select from notification_readers where user_id = ${userId} for update`.execute(trx)
  await sql`update notifications n set mail_due_at = case when p.email then mail_due_at end, digest = n.digest and p.digest
    from notification_preferences p
    where n.user_id = ${userId} and p.user_id = n.user_id and p.kind = n.kind
      and ((n.mail_due_at is not null and not p.email) or (n.digest and not p.digest))`.execute(trx)
  // A written digest gets its lines when it is sent. A failed one can be sent again.
  await sql`update notifications n set digest_id = null
    from mails m, notification_preferences p
    where m.user_id = ${userId} and m.kind = 'digest' and m.state in ('waiting', 'failed') and n.digest_id = m.id
      and p.user_id = n.user_id and p.kind = n.kind and not p.digest`.execute(trx)
}
