import { sql } from 'kysely'
import { WATCHED_SHARE } from '@toile/contracts/courses/courses.constants'
import type { Db } from '../client.js'

export interface Progress {
  seconds: number
  watched: boolean
  at: Date
}

/**
 * Stores the position, unless the stored position has a later `at`. A missing or future `at` counts as now. A watched
 * video stays watched. Returns undefined if the video is in no course.
 */
export async function noteProgress(
  db: Db,
  { userId, videoId, seconds, at }: { userId: string; videoId: string; seconds: number; at: Date | undefined },
): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    insert into video_progress as p (user_id, video_id, seconds, at, watched_at)
    select ${userId}, v.id, least(${seconds}::real, v.duration_seconds), least(${at ?? null}::timestamptz, now()),
      case when ${seconds}::real >= v.duration_seconds * ${WATCHED_SHARE}::real then now() end
    from videos v join course_videos l on l.video_id = v.id where v.id = ${videoId}
    on conflict (user_id, video_id) do update set
      seconds = case when excluded.at >= p.at then excluded.seconds else p.seconds end,
      at = greatest(p.at, excluded.at),
      watched_at = coalesce(p.watched_at, excluded.watched_at)
    returning seconds::float8, at, watched_at is not null as watched`.execute(db)
  return rows[0]
}

/** Also deletes the user's market downloads and lowers the download counts of the items. */
export async function deleteUserProgress(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('video_progress').where('user_id', '=', userId).execute()
  await sql`with gone as (delete from market_downloads where user_id = ${userId} returning item_id)
    update market_items set downloads = downloads - 1 where id in (select item_id from gone)`.execute(trx)
}
