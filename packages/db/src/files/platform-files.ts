import { sql } from 'kysely'
import type { Db } from '../client.js'

/** Gives a leaving user's course and market files to an admin, if any. Call it before deleting the user's rows. */
export async function handOver(trx: Db, userId: string): Promise<void> {
  await sql`with heir as (
      select id from users where "group" = 'admin' and deleted_at is null and id <> ${userId} order by id limit 1),
    kept_uploads as (
      update uploads set owner_id = heir.id from heir where owner_id = ${userId} and (
        exists (select from market_items m where m.upload_id = uploads.id) or
        exists (select from videos v join course_videos l on l.video_id = v.id where v.upload_id = uploads.id))
      returning uploads.id, original_file_id, model_file_id, preview_file_id, ar_file_id),
    kept_videos as (
      update videos set owner_id = heir.id from heir where upload_id in (select id from kept_uploads)
      returning videos.id, storyboard_file_id),
    kept_images as (
      update images set owner_id = heir.id from heir where owner_id = ${userId} and (
        upload_id in (select id from kept_uploads) or
        exists (select from courses k where k.cover_id = images.id or images.id = any(k.image_ids)) or
        exists (select from course_videos l where images.id = any(l.image_ids)) or
        exists (select from market_items m where images.id = any(m.image_ids || m.inline_ids)))
      returning images.id, original_file_id)
    update files set owner_id = heir.id from heir where owner_id = ${userId} and files.id in (
      select unnest(array[original_file_id, model_file_id, preview_file_id, ar_file_id]) from kept_uploads
      union all select storyboard_file_id from kept_videos
      union all select r.file_id from video_renditions r join kept_videos v on v.id = r.video_id
      union all select t.file_id from captions t
      union all select original_file_id from kept_images
      union all select i.file_id from image_variants i join kept_images p on p.id = i.image_id)`.execute(trx)
}
