import { sql } from 'kysely'
import type { EventType } from '@toile/contracts/reactions'
import type { Params } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import {
  GATHER_MINUTES,
  GATHER_UNREAD_HOURS,
  NOTIFICATION_RETENTION_DAYS,
  MAIL_DELAY_MINUTES,
  notificationRules,
  type NotificationKind,
  type SubjectKind,
} from '@toile/contracts/notifications/notifications.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved, eventsOfMoved } from '../events.js'
import { isBlockedBetween } from '../users/blocks.js'
import { channelsFor } from './notification-preferences.js'

export interface NewNotification {
  userId: string
  kind: NotificationKind
  /** Each user is notified at most once per key, for example `like:WORK:USER`. */
  key: string
  /** Users are not notified of their own actions, nor of actions by users whom they block or who block them. */
  actorId?: string
  subject?: { kind: SubjectKind; id: string }
  /** Values for the notification's text, such as names and numbers. The text itself is made when it is shown. */
  params?: Params
}

/**
 * The only way to create a notification. If the kind gathers and its group has a recent row, updates that row instead
 * and makes it unread again. Returns false if the key is known, or if the user is deleted, is the actor, has turned off
 * all channels of the kind, blocks the actor or is blocked by the actor.
 */
export function notify(db: Db, notification: NewNotification): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (notification.actorId === notification.userId) return false
    const channels = await channelsFor(trx, notification.userId, notification.kind)
    if (!channels.live && !channels.bell && !channels.email && !channels.digest) return false
    if (notification.actorId && (await isBlockedBetween(trx, notification.userId, notification.actorId))) return false
    // Locks the reader's row, so that concurrent notifications are grouped and their times increase in commit order.
    const reader = await raiseVersion(trx, notification.userId)
    if (!reader || (await isKnown(trx, notification))) return false
    const { id, version } =
      (await joinRow(trx, notification, reader.at, channels)) ?? (await addRow(trx, notification, reader.at, channels))
    await trx
      .insertInto('notification_causes')
      .values({
        user_id: notification.userId,
        key: notification.key,
        notification_id: id,
        actor_id: notification.actorId ?? null,
        at: reader.at,
      })
      .execute()
    if (channels.live) await emit(trx, 'notification.raised', id, version)
    if (channels.bell) await emit(trx, 'notification.counted', notification.userId, reader.version)
    return true
  })
}

/** Announces a changed unread count. Marks `group` as read, if given. Call it in the transaction of the change. */
export async function touchUnread(trx: Db, userId: string, group?: string): Promise<void> {
  const reader = await raiseVersion(trx, userId)
  if (group) await markRead(trx, userId, { group })
  if (reader) await emit(trx, 'notification.counted', userId, reader.version)
}

export async function readNotifications(
  db: Db,
  userId: string,
  which: { ids?: readonly string[]; tab?: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Locks the reader's row before the notifications, in the same order as notify(), to avoid deadlocks.
    const reader = await raiseVersion(trx, userId)
    const read = await markRead(trx, userId, which)
    if (reader && read > 0n) await emit(trx, 'notification.counted', userId, reader.version)
  })
}

async function markRead(trx: Db, userId: string, which: { ids?: readonly string[]; tab?: string; group?: string }) {
  let query = trx
    .updateTable('notifications')
    // Notifications that were read on the site need no mail.
    .set({ read_at: sql`now()`, version: sql`version + 1`, mail_due_at: null, digest: false })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (which.ids) query = query.where(sql<boolean>`id = any(${which.ids}::uuid[])`)
  if (which.tab) query = query.where(sql<boolean>`tab = ${which.tab}`)
  if (which.group) query = query.where('group_key', '=', which.group)
  return (await query.executeTakeFirst()).numUpdatedRows
}

export async function forgetNotifications(db: Db, limit = 5_000): Promise<number> {
  const gone = await sql`delete from notifications where id in (
    select id from notifications where raised_at < now() - make_interval(days => ${NOTIFICATION_RETENTION_DAYS})
    order by raised_at limit ${limit})`.execute(db)
  return Number(gone.numAffectedRows)
}

/**
 * Deletes a leaving user's notifications, settings and mentions. Removes the user from other users' notifications, and
 * deletes those that only this user caused.
 */
export async function removeNotifications(trx: Db, userId: string): Promise<void> {
  // Locks the readers' rows before the notifications, the same order as in notify(), to avoid deadlocks.
  await sql`select from notification_readers
    where user_id in (select user_id from notification_causes where actor_id = ${userId})
    order by user_id for update`.execute(trx)
  await sql`with gone as (
      delete from notification_causes where actor_id = ${userId} returning notification_id),
    left_over as (
      update notifications n set people = people - 1, version = version + 1
      where id in (select notification_id from gone) and group_key is not null and people > 1 returning id),
    deleted as (
      delete from notifications where id in (select notification_id from gone)
        and (group_key is null or people <= 1) returning user_id),
    moved as (
      update notification_readers set version = version + 1 where user_id in (select user_id from deleted)
      returning user_id as id, 1 as attempt, version),
    ${eventsOfMoved('notification.counted')}
    select 1`.execute(trx)
  await trx.deleteFrom('notifications').where('user_id', '=', userId).execute()
  await trx.deleteFrom('notification_preferences').where('user_id', '=', userId).execute()
  await trx.deleteFrom('notification_readers').where('user_id', '=', userId).execute()
  await trx.deleteFrom('unsubscribe_tokens').where('user_id', '=', userId).execute()
  await trx.deleteFrom('comment_mentions').where('user_id', '=', userId).execute()
}

/** Raises the reader's version and locks the row until the transaction ends. Undefined if the user is deleted. */
async function raiseVersion(trx: Db, userId: string): Promise<{ version: number; at: Date } | undefined> {
  // Truncated to milliseconds, because the list's cursor has no finer precision.
  const raised = await sql<{ version: number; at: Date }>`
    insert into notification_readers (user_id) select id from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do update set version = notification_readers.version + 1
    returning version, date_trunc('milliseconds', clock_timestamp()) as at`.execute(trx)
  return raised.rows[0]
}

async function isKnown(trx: Db, { userId, key }: NewNotification): Promise<boolean> {
  const known = await trx
    .selectFrom('notification_causes')
    .select('key')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return known !== undefined
}

type Wanted = { bell: boolean; email: boolean; digest: boolean }

async function joinRow(trx: Db, notification: NewNotification, at: Date, wanted: Wanted) {
  const group = groupOf(notification)
  if (!group) return undefined
  const joined = await sql<{ id: string; version: number }>`
    update notifications n set version = version + 1, raised_at = ${at}, read_at = null, bell = bell or ${wanted.bell},
      people = people + case when exists (select 1 from notification_causes c
        where c.notification_id = n.id and c.actor_id = ${notification.actorId ?? null}) then 0 else 1 end,
      params = ${JSON.stringify(notification.params ?? {})}::jsonb,
      mail_due_at = case when ${wanted.email} and mail_id is null
        then coalesce(mail_due_at, ${at}::timestamptz + make_interval(mins => ${MAIL_DELAY_MINUTES})) end,
      digest = ${wanted.digest} and digest_id is null
    where id = (select id from notifications where user_id = ${notification.userId} and group_key = ${group}
      and (created_at > ${at}::timestamptz - make_interval(mins => ${GATHER_MINUTES})
        or (read_at is null and created_at > ${at}::timestamptz - make_interval(hours => ${GATHER_UNREAD_HOURS})))
      order by raised_at desc limit 1)
    returning id, version`.execute(trx)
  return joined.rows[0]
}

async function addRow(trx: Db, notification: NewNotification, at: Date, wanted: Wanted) {
  return trx
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: notification.userId,
      kind: notification.kind,
      tab: notificationRules[notification.kind].tab,
      bell: wanted.bell,
      group_key: groupOf(notification) ?? null,
      subject_kind: notification.subject?.kind ?? null,
      subject_id: notification.subject?.id ?? null,
      params: JSON.stringify(notification.params ?? {}),
      created_at: at,
      raised_at: at,
      mail_due_at: wanted.email ? sql<Date>`${at}::timestamptz + make_interval(mins => ${MAIL_DELAY_MINUTES})` : null,
      digest: wanted.digest,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

/** Key of the group that the notification joins. Undefined for kinds that do not group. */
export function groupOf({ kind, subject }: { kind: NotificationKind; subject?: { id: string } }): string | undefined {
  if (!notificationRules[kind].gathers) return undefined
  return subject ? `${kind}:${subject.id}` : kind
}

async function emit(trx: Db, type: EventType, id: string, version: number): Promise<void> {
  await sql`with moved as (select ${id}::uuid as id, 1 as attempt, ${version}::bigint as version),
    ${eventOfMoved(type)} select 1`.execute(trx)
}
