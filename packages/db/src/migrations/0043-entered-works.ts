import { sql, type Kysely } from 'kysely'

/** All that a version of a work shows: its detail pictures and points too, and the very files of its pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db)
  // Versions that are there stay as they were kept: nobody knows what their works showed then.
  await sql`
    alter table work_versions
      add column image_ids uuid[] not null default '{}',
      add column picture_file_ids uuid[] not null default '{}',
      add column hotspots jsonb not null default '[]'`.execute(db)
  // Asked before a file's row is forgotten, and before a picture's files are replaced.
  await sql`create index work_versions_of_picture_file on work_versions using gin (picture_file_ids)`.execute(db)
}
