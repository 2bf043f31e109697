import { sql, type Kysely } from 'kysely'

/**
 * All that a version of a work shows: its detail pictures and points too, and the very files of its pictures. And works
 * that are being judged stay until the prizes are given. And a version that comes again is a deploy again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Versions that are there stay as they were kept: nobody knows what their works showed then.
  await sql`
    alter table work_versions
      add column image_ids uuid[] not null default '{}',
      add column picture_file_ids uuid[] not null default '{}',
      add column hotspots jsonb not null default '[]'`.execute(db)
  // Asked before a file's row is forgotten, and before a picture's files are replaced.
  await sql`create index work_versions_of_picture_file on work_versions using gin (picture_file_ids)`.execute(db)
  // As winners are kept, of 0023-activities.ts: whoever deletes or trashes, in whatever way.
  await sql`
    create function keep_entered_work() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from activity_submissions s join activities a on a.id = s.activity_id
          where s.work_id = old.id and s.disqualified_at is null and a.awarded_at is null
            and activity_phase(a, clock_timestamp()) in ('reviewing', 'awarding')) then
        raise exception 'an entered work stays until the prizes are given' using errcode = 'restrict_violation',
          constraint = 'entered_work';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`.execute(db)
  await sql`create trigger works_keep_entered before delete on works
    for each row execute function keep_entered_work()`.execute(db)
  await sql`create trigger works_keep_entered_out_of_trash before update of state on works
    for each row when (new.state = 'trashed') execute function keep_entered_work()`.execute(db)
  // When it came back after another: a version's first time stays where it was.
  await sql`alter table deploys add column again timestamptz[] not null default '{}'`.execute(db)
}
