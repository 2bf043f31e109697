import { sql, type Kysely } from 'kysely'

/** Courses: their videos with chapters and captions, how far people are, and comments on a video. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table courses (
      id uuid primary key,
      title text not null default '' check (length(title) <= 320),
      description text not null default '' check (length(description) <= 40000),
      cover_id uuid references images on delete set null,
      published_at timestamptz,
      version bigint not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index courses_published on courses (published_at desc, id desc) where published_at is not null`.execute(
    db,
  )
  // A video belongs to one course. It keeps its upload: whoever deletes that takes it out of its course first.
  await sql`
    create table course_videos (
      video_id uuid primary key references videos,
      course_id uuid not null references courses on delete cascade,
      place integer not null,
      title text not null check (length(title) <= 320),
      description text not null default '' check (length(description) <= 40000),
      chapters jsonb not null default '[]',
      comments integer not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index course_videos_of_course on course_videos (course_id, place)`.execute(db)
  await sql`
    create table captions (
      video_id uuid not null references course_videos on delete cascade,
      language text not null,
      label text not null default '' check (length(label) <= 128),
      cues integer not null,
      file_id uuid not null references files,
      primary key (video_id, language)
    )`.execute(db)
  // Asked before a file's row is forgotten.
  await sql`create index captions_of_file on captions (file_id)`.execute(db)
  await sql`
    create table video_progress (
      user_id uuid not null references users,
      video_id uuid not null references course_videos on delete cascade,
      seconds real not null,
      watched_at timestamptz,
      at timestamptz not null,
      primary key (user_id, video_id)
    )`.execute(db)
  await sql`create index video_progress_latest on video_progress (user_id, at desc)`.execute(db)
  await sql`create index video_progress_of_video on video_progress (video_id)`.execute(db)
  // Not valid: rows that are there need no look, the list has only grown.
  await sql`
    alter table files drop constraint files_kind_check,
      add constraint files_kind_check
        check (kind in ('original', 'model', 'image', 'video', 'archive', 'captions')) not valid`.execute(db)
  await sql`
    alter table comments alter column work_id drop not null,
      add column video_id uuid references course_videos on delete cascade,
      add constraint comments_on_one_thing check (num_nonnulls(work_id, video_id) = 1) not valid`.execute(db)
  await sql`create index comments_of_video on comments (video_id, id desc)
    where video_id is not null and parent_id is null`.execute(db)
}
