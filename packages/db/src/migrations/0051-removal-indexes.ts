import { sql, type Kysely } from 'kysely'

/** What finds that which is to be removed, and whether anything shows a picture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sent = sql`upload_id is null`
  const uploads = sql`uploads (removal_due_at)`
  const cleared = sql`action = 'user.cleared'`
  for (const [name, on] of [
    ['images_to_check', sql`images (references_checked_at) where ${sent} and removal_due_at is null`],
    ['images_to_announce', sql`images (removal_due_at) where ${sent} and removal_announced_at is null`],
    ['images_to_remove', sql`images (removal_due_at) where ${sent} and removal_announced_at is not null`],
    ['uploads_to_announce', sql`${uploads} where removal_announced_at is null and removal_due_at is not null`],
    ['uploads_to_remove', sql`${uploads} where removal_announced_at is not null`],
    ['works_of_image', sql`works using gin (image_ids) with (fastupdate = off)`],
    ['work_versions_of_image', sql`work_versions using gin (image_ids) with (fastupdate = off)`],
    ['work_versions_of_cover', sql`work_versions (cover_id) where cover_id is not null`],
    ['work_versions_of_upload', sql`work_versions (upload_id) where upload_id is not null`],
    ['work_versions_of_video_upload', sql`work_versions (video_upload_id) where video_upload_id is not null`],
    // Activities, courses and the market are administrators', and few.
    ['users_of_banner', sql`users (banner_id) where banner_id is not null`],
    ['reports_of_image', sql`reports ((evidence ->> 'imageId')) where evidence ->> 'imageId' is not null`],
    ['audit_of_avatar', sql`audit ((before ->> 'avatar_id')) where ${cleared}`],
    ['audit_of_banner', sql`audit ((before ->> 'banner_id')) where ${cleared}`],
  ] as const)
    await sql`create index if not exists ${sql.ref(name)} on ${on}`.execute(db)
}
