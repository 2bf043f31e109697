import { sql } from 'kysely'
import { countUnread } from '@toile/db/notifications/notification-rows'
import type { Db } from '@toile/db/client'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I6: each action notifies once. Open pages show the whole tab `comments` in order, and the right unread counts. */
export async function checkNotifications({ db, witnesses }: Evidence): Promise<Verdict> {
  const { notified, missing, doubled } = await causes(db)
  const verdict = emptyVerdict('I6', 'each action notifies once, and every page has it', notified)
  verdict.lost.push(...missing.map((what) => `${what} was not notified`))
  verdict.doubled.push(...doubled)
  for (const { userId, notifications, unread } of witnesses) {
    const rows = await db
      .selectFrom('notifications')
      .select(['id', 'version', 'raised_at'])
      .where('user_id', '=', userId)
      .where('tab', '=', 'comments')
      .orderBy('raised_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const shown = [...notifications].sort(([a, { at }], [b, { at: other }]) =>
      at === other ? (a < b ? 1 : -1) : at < other ? 1 : -1,
    )
    const isSame =
      shown.length === rows.length &&
      rows.every(({ id, version }, i) => shown[i]![0] === id && shown[i]![1].version === version)
    if (!isSame)
      verdict.lost.push(`${userId} sees ${shown.length} of ${rows.length} notifications, or in another order`)
    const [counted] = await countUnread(db, [userId])
    const seen = unread()
    const { notifications: news, comments } = counted!
    // The counts' version is not compared, because it also rises for duplicates, which notify nobody.
    if (seen?.notifications !== news || seen.comments !== comments)
      verdict.lost.push(`${userId} counts ${JSON.stringify(seen)}, not ${JSON.stringify(counted)}`)
  }
  return verdict
}

/** Checks likes, follows and comments by others. @returns how many notified, which did not, and which did so twice */
async function causes(db: Db): Promise<{ notified: number; missing: string[]; doubled: string[] }> {
  const { rows } = await sql<{ key: string; notified: boolean }>`
    select key, exists (select 1 from notification_causes n where n.user_id = whom and n.key = d.key) as notified from (
      select owner_id as whom, 'like:' || l.work_id || ':' || l.user_id as key
        from work_likes l join works w on w.id = l.work_id where l.user_id <> owner_id
      union all select followee_id, 'follow:' || follower_id from follows
      union all select owner_id, 'comment:' || c.id
        from comments c join works w on w.id = c.work_id where c.author_id <> owner_id and c.deleted_at is null) d`.execute(
    db,
  )
  const twice = await sql<{ id: string; times: number }>`select subject_id as id, count(*)::int as times
    from notifications where tab = 'comments' group by user_id, subject_id having count(*) > 1`.execute(db)
  return {
    notified: rows.filter(({ notified }) => notified).length,
    missing: rows.filter(({ notified }) => !notified).map(({ key }) => key),
    doubled: twice.rows.map(({ id, times }) => `comment ${id}: notified ${times} times`),
  }
}
