import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { SESSION_DAYS } from '@toile/contracts/sessions/sessions.constants'
import { inTransaction, type Db } from '../client.js'
import { recordAudit } from '../audit/audit.js'
import { isPointedAt } from '../files/files.js'
import { deleteUserComments } from '../comments/comments.js'
import { deleteUserProgress } from '../courses/course-progress.js'
import { removeMessagesOf } from '../messages/messages.js'
import { removeNotifications } from '../notifications/notifications.js'
import { handOver } from '../files/platform-files.js'
import { revokeSessionsOf } from '../sessions/sessions.js'

/**
 * What account deletion does to the rows of each table that references users. A test fails if a table is missing.
 * `purged` rows are deleted once their bytes have been deleted from the storage. `kept` rows matter to others and stay
 * without the user's name.
 */
export const onAccountDeletion: Record<string, 'removed' | 'purged' | 'kept'> = {
  sessions: 'removed',
  idempotency_keys: 'removed',
  one_time_tokens: 'removed',
  identities: 'removed',
  social_states: 'removed',
  mails: 'removed',
  // Works that won a prize stay, with all files that they show. Files that the platform itself uses also stay.
  works: 'removed',
  images: 'removed',
  videos: 'removed',
  renders: 'removed',
  uploads: 'removed',
  files: 'purged',
  work_likes: 'removed',
  follows: 'removed',
  // The text is deleted. An empty comment stays while it has replies of other users.
  comments: 'kept',
  // Conversations with moderators or without the other user's messages are deleted. In others, empty messages stay.
  conversation_members: 'kept',
  messages: 'kept',
  blocks: 'removed',
  video_progress: 'removed',
  market_downloads: 'removed',
  // Operators may still have to decide on these reports and cases.
  reports: 'kept',
  cases: 'kept',
  notifications: 'removed',
  notification_causes: 'removed',
  notification_readers: 'removed',
  notification_preferences: 'removed',
  unsubscribe_tokens: 'removed',
  comment_mentions: 'removed',
  entitlements: 'removed',
  devices: 'removed',
  // A used code stays used, and operators still see which account used it.
  s_codes: 'kept',
  activity_registrations: 'removed',
  activity_jurors: 'removed',
  // A juror's scores determined the ranks of others.
  activity_scores: 'kept',
  // The audit log keeps a record of each export.
  table_exports: 'removed',
  announcements: 'kept',
  // Rows of the users whom the deleted user invited.
  users: 'kept',
}

/**
 * Makes the user's row a nameless tombstone. The username and email can be used again at once. Old comments do not show
 * the username, so they never seem to be by a new user who takes it. forgetTombstones() later deletes the row unless
 * other rows reference it. @throws ToileError STATE_CONFLICT for the last administrator
 */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await assertNotLastAdministrator(trx, userId)
    await revokeSessionsOf(trx, userId)
    await sql`delete from mails where user_id = ${userId} or address = (select email::text from users where id = ${userId})`.execute(
      trx,
    )
    const left =
      await sql`update users set username = 'deleted-' || id, email = null, nickname = '', password_hash = null,
        "group" = 'user', email_verified_at = null, invite_code = 'deleted-' || id, refer = null, demo = false,
        occupation = '', company = '', location = '', website = '', description = '', avatar_id = null,
        banner_id = null, layout = '[]', tenant_id = null, backstage_layouts = '{}', email_refused_at = null,
        email_refused_status = null, banned_at = null, banned_until = null, ban_reason = '', seen_at = null,
        featured_since = null, deleted_at = now()
      where id = ${userId} and deleted_at is null returning id`.execute(trx)
    // A concurrent call has already deleted the account.
    if (left.rows.length === 0) return
    await trx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
    await trx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
    await trx.deleteFrom('identities').where('user_id', '=', userId).execute()
    await trx.deleteFrom('social_states').where('user_id', '=', userId).execute()
    await removeNotifications(trx, userId)
    await deleteUserComments(trx, userId)
    await removeMessagesOf(trx, userId)
    await deleteUserProgress(trx, userId)
    await handOver(trx, userId)
    await sql`delete from blocks where blocker_id = ${userId} or blocked_id = ${userId}`.execute(trx)
    await trx.deleteFrom('entitlements').where('user_id', '=', userId).execute()
    await trx.deleteFrom('devices').where('user_id', '=', userId).execute()
    await trx.deleteFrom('table_exports').where('owner_id', '=', userId).execute()
    await trx.deleteFrom('renders').where('owner_id', '=', userId).execute()
    await trx.deleteFrom('activity_registrations').where('user_id', '=', userId).execute()
    await trx.deleteFrom('activity_jurors').where('user_id', '=', userId).execute()
    await removeWorks(trx, userId)
    await recordAudit(trx, { actorId: userId, action: 'account.deleted', subjectKind: 'user', subjectId: userId })
  })
}

/** Keeps works with prizes and what they show, images of activities, and users' downloads (uploads of kind `file`). */
async function removeWorks(trx: Db, userId: string): Promise<void> {
  // Locks the works before the check for prizes, so that the check also sees a prize that is just being awarded.
  await sql`select id from works where owner_id = ${userId} order by id for update`.execute(trx)
  // Withdraws entries, because a trigger refuses to delete works whose entries are under review.
  await sql`delete from activity_submissions s using works w where w.id = s.work_id and w.owner_id = ${userId}
    and not exists (select from activity_awards where work_id = w.id)`.execute(trx)
  await sql`delete from works where owner_id = ${userId}
    and not exists (select from activity_awards where work_id = works.id)`.execute(trx)
  const versions = sql`work_versions v join works w on w.id = v.work_id where w.owner_id = ${userId}`
  const keptUploads = sql`(select unnest(array[upload_id, video_upload_id]) from works where owner_id = ${userId}
    union select unnest(array[v.upload_id, v.video_upload_id]) from ${versions})`
  await sql`delete from images i where owner_id = ${userId}
    and (upload_id is null or not exists (select from ${keptUploads} k (id) where k.id = upload_id))
    and not exists (select from works w where owner_id = ${userId} and (w.cover_id = i.id or i.id = any(w.image_ids)))
    and not exists (select from ${versions} and (v.cover_id = i.id or i.id = any(v.image_ids)))
    and not exists (select from activities a where i.id in (a.banner_id, a.cover_id) or i.id = any(a.image_ids))`.execute(
    trx,
  )
  for (const [table, id] of [
    ['videos', 'upload_id'],
    ['uploads', 'id'],
  ] as const)
    await sql`delete from ${sql.table(table)} where owner_id = ${userId}
      and not exists (select from ${keptUploads} k (id) where k.id = ${sql.ref(`${table}.${id}`)})
      ${table === 'uploads' ? sql`and kind <> 'file'` : sql``}`.execute(trx)
  await sql`update files set state = 'deleted', public = false
    where owner_id = ${userId} and not ${isPointedAt}`.execute(trx)
}

/** Locks all administrators, so that the last two cannot both leave. @throws ToileError STATE_CONFLICT for the last */
export async function assertNotLastAdministrator(trx: Db, userId: string): Promise<void> {
  const admins = await sql<{ id: string }>`select id from users where "group" = 'admin' and deleted_at is null
    order by id for update`.execute(trx)
  if (admins.rows.length === 1 && admins.rows[0]!.id === userId) throw new ToileError('STATE_CONFLICT')
}

/** Rows per statement; further rows wait for the next tick. */
const UNFINISHED = 1_000

/**
 * Removes accounts of social sign-ins that still have no email after `SESSION_DAYS`. Keeps banned accounts, because
 * their users could otherwise register again and evade the ban. Also keeps accounts that are signed in, have an open
 * mailed link or have invited users. Returns the number removed.
 */
export async function removeUnfinishedAccounts(db: Db): Promise<number> {
  const removed = await sql`delete from users where id in (
      select id from users where email is null and password_hash is null and deleted_at is null and banned_at is null
        and created_at < now() - make_interval(days => ${SESSION_DAYS})
        and not exists (select from sessions where user_id = users.id and expires_at > now())
        and not exists (select from one_time_tokens where user_id = users.id and used_at is null
          and cancelled_at is null and (expires_at is null or expires_at > now()))
        and not exists (select from users invited where invited.invited_by = users.id)
      limit ${UNFINISHED} for update skip locked)`.execute(db)
  return Number(removed.numAffectedRows)
}

const TOMBSTONES = 100

/** Tries for a month to delete each tombstone. After that, those that other rows (such as files) reference stay. */
export async function forgetTombstones(db: Db): Promise<void> {
  const stones = await sql<{ id: string }>`select id from users
    where deleted_at > now() - interval '1 month' order by random() limit ${TOMBSTONES}`.execute(db)
  for (const { id } of stones.rows)
    await db
      .deleteFrom('users')
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute()
      .catch((error: { code?: string }) => {
        if (error.code !== FOREIGN_KEY_VIOLATION) throw error
      })
}
const FOREIGN_KEY_VIOLATION = '23503'
