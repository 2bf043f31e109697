import { sql } from 'kysely'
import type { Db } from '../client.js'
import { isShown } from './shown-works.js'

/**
 * Makes files public if a released public work or a published course or market item shows them, and private otherwise.
 * A market item's own file stays private. An original stays private, too, unless its format is proprietary, because
 * Toile then has no model to show. Call this in the transaction of a change, with all uploads and images that are
 * shown before or after the change.
 */
export async function showFilesOf(
  trx: Db,
  { uploads, images }: { uploads: readonly string[]; images: readonly string[] },
): Promise<void> {
  await sql`with concerned as (
      select f.id as file_id, u.id as upload_id, null::uuid as image_id
      from uploads u join files f on f.id in (u.model_file_id, u.preview_file_id, u.ar_file_id,
        case when u.proprietary_format is not null then u.original_file_id end)
      where u.id = any(${uploads}::uuid[])
      union all
      select v.file_id, i.upload_id, i.id from images i join image_variants v on v.image_id = i.id
      where i.upload_id = any(${uploads}::uuid[]) or i.id = any(${images}::uuid[])
      union all
      select r.file_id, v.upload_id, null from videos v join video_renditions r on r.video_id = v.id
      where v.upload_id = any(${uploads}::uuid[])
      union all
      select v.storyboard_file_id, v.upload_id, null from videos v
      where v.upload_id = any(${uploads}::uuid[]) and v.storyboard_file_id is not null
      union all
      select t.file_id, v.upload_id, null from videos v join captions t on t.video_id = v.id
      where v.upload_id = any(${uploads}::uuid[])),
    wanted as (
      select c.file_id, bool_or(w.id is not null
          or exists (select from videos v join course_videos l on l.video_id = v.id
            join courses k on k.id = l.course_id and k.published_at is not null where v.upload_id = c.upload_id)
          or exists (select from courses k where k.published_at is not null
            and (k.cover_id = c.image_id or c.image_id = any(k.image_ids)))
          or exists (select from course_videos l join courses k on k.id = l.course_id and k.published_at is not null
            where c.image_id = any(l.image_ids))
          or exists (select from market_items m where m.published_at is not null
            and c.image_id = any(m.image_ids || m.inline_ids))
        ) as yes
      from concerned c
      left join works w on ${isShown('w')}
        and (w.upload_id = c.upload_id or w.video_upload_id = c.upload_id or w.cover_id = c.image_id
          or c.image_id = any(w.image_ids))
      group by c.file_id)
    update files set public = wanted.yes from wanted where files.id = wanted.file_id and files.public <> wanted.yes`.execute(
    trx,
  )
}
