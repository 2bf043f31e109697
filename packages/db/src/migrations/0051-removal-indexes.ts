import { sql, type Kysely } from 'kysely'

/** What finds that which is to be removed, and whether anything shows a picture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const made = 'upload_id is null'
  for (const [name, on] of [
    ['images_to_check', `images (references_checked_at) where ${made} and removal_due_at is null`],
    ['images_to_announce', `images (removal_due_at) where ${made} and removal_announced_at is null`],
    ['images_to_remove', `images (removal_due_at) where ${made} and removal_announced_at is not null`],
    [
      'uploads_to_announce',
      `uploads (removal_due_at) where removal_announced_at is null and removal_due_at is not null`,
    ],
    ['uploads_to_remove', `uploads (removal_due_at) where removal_announced_at is not null`],
    // Activities, courses and the market are administrators', and few.
    ['users_of_banner', 'users (banner_id) where banner_id is not null'],
    ['work_versions_of_cover', 'work_versions (cover_id) where cover_id is not null'],
    ['reports_of_image', `reports ((evidence ->> 'imageId')) where evidence ->> 'imageId' is not null`],
    ['audit_of_avatar', `audit ((before ->> 'avatar_id')) where action = 'user.cleared'`],
    ['audit_of_banner', `audit ((before ->> 'banner_id')) where action = 'user.cleared'`],
    ['work_versions_of_upload', 'work_versions (upload_id) where upload_id is not null'],
    ['work_versions_of_video_upload', 'work_versions (video_upload_id) where video_upload_id is not null'],
  ])
    await sql`create index if not exists ${sql.ref(name!)} on ${sql.raw(on!)}`.execute(db)
  for (const table of ['works', 'work_versions'])
    await sql`create index if not exists ${sql.ref(`${table}_of_image`)} on ${sql.table(table)}
      using gin (image_ids) with (fastupdate = off)`.execute(db)
}
