import { sql, type Kysely } from 'kysely'

/** Activities with all that happens in them. Which phase one is in is a function of its times, never a column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activities (
      id uuid primary key,
      title text not null check (length(title) between 1 and 320),
      summary text not null check (length(summary) <= 1200),
      rules text not null,
      image_ids uuid[] not null default '{}',
      banner_id uuid references images,
      cover_id uuid references images,
      prize_amount bigint not null check (prize_amount >= 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      tiers jsonb not null,
      criteria jsonb not null,
      max_submissions integer not null check (max_submissions > 0),
      blind boolean not null,
      scores_published boolean not null,
      time_zone text not null,
      starts_at timestamptz not null,
      registration_starts_at timestamptz not null,
      registration_ends_at timestamptz not null,
      submission_ends_at timestamptz not null,
      review_ends_at timestamptz not null,
      ends_at timestamptz not null,
      awarded_at timestamptz,
      version bigint not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint activity_moments check (starts_at <= registration_starts_at
        and registration_starts_at < registration_ends_at and registration_ends_at < submission_ends_at
        and submission_ends_at < review_ends_at and review_ends_at < ends_at)
    )`.execute(db)
  await sql`create index activities_by_opening on activities (registration_starts_at desc, id desc)`.execute(db)
  await sql`create index activities_by_end on activities (ends_at)`.execute(db)
  // The one place that says what time it is in an activity: each window holds its start and not its end.
  await sql`
    create function activity_phase(a activities, at timestamptz) returns text language sql immutable as $$
      select case when at < a.registration_starts_at then 'upcoming'
        when at < a.registration_ends_at then 'registration'
        when at < a.submission_ends_at then 'submission'
        when at < a.review_ends_at then 'reviewing'
        when at < a.ends_at then 'awarding'
        else 'ended' end $$`.execute(db)
  await sql`
    create function activity_next_change(a activities, at timestamptz) returns timestamptz language sql immutable as $$
      select case when at < a.registration_starts_at then a.registration_starts_at
        when at < a.registration_ends_at then a.registration_ends_at
        when at < a.submission_ends_at then a.submission_ends_at
        when at < a.review_ends_at then a.review_ends_at
        when at < a.ends_at then a.ends_at end $$`.execute(db)
  await sql`
    create table activity_registrations (
      activity_id uuid not null references activities on delete cascade,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      primary key (activity_id, user_id)
    )`.execute(db)
  await sql`create index activity_registrations_by_time
    on activity_registrations (activity_id, created_at desc, user_id desc)`.execute(db)
  await sql`create index activity_registrations_of_user
    on activity_registrations (user_id, created_at desc, activity_id desc)`.execute(db)
  await sql`
    create table activity_jurors (
      activity_id uuid not null references activities on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (activity_id, user_id)
    )`.execute(db)
  await sql`create index activity_jurors_of_user on activity_jurors (user_id)`.execute(db)
  // An entry is a version of a work, which nobody changes. Whose it is, is whose the work is.
  await sql`
    create table activity_submissions (
      id uuid primary key,
      activity_id uuid not null references activities on delete cascade,
      work_id uuid not null references works on delete cascade,
      version_id uuid not null references work_versions,
      receipt text not null,
      submitted_at timestamptz not null,
      disqualified_at timestamptz,
      disqualified_reason text,
      rank integer,
      score double precision,
      constraint activity_submissions_once unique (activity_id, work_id)
    )`.execute(db)
  await sql`create index activity_submissions_by_time
    on activity_submissions (activity_id, submitted_at desc, id desc)`.execute(db)
  await sql`create index activity_submissions_of_work on activity_submissions (work_id)`.execute(db)
  await sql`create index activity_submissions_of_version on activity_submissions (version_id)`.execute(db)
  await sql`
    create table activity_scores (
      submission_id uuid not null references activity_submissions on delete cascade,
      juror_id uuid not null references users,
      scores jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (submission_id, juror_id)
    )`.execute(db)
  await sql`create index activity_scores_of_juror on activity_scores (juror_id)`.execute(db)
  // A slot is a place of its own even for those who tie, so that no prize can be given twice.
  await sql`
    create table activity_awards (
      activity_id uuid not null references activities,
      slot integer not null check (slot > 0),
      submission_id uuid not null references activity_submissions,
      work_id uuid not null references works,
      rank integer not null,
      title text not null,
      bonus bigint not null check (bonus >= 0),
      created_at timestamptz not null default now(),
      primary key (activity_id, slot),
      unique (activity_id, work_id)
    )`.execute(db)
  await sql`create index activity_awards_of_submission on activity_awards (submission_id)`.execute(db)
  await sql`create index activity_awards_of_work on activity_awards (work_id)`.execute(db)
  // What has been told of: each once, however late.
  await sql`
    create table activity_announcements (
      activity_id uuid not null references activities on delete cascade,
      phase text not null,
      at timestamptz not null default now(),
      primary key (activity_id, phase)
    )`.execute(db)
  // Whoever deletes or trashes, in whatever way: the award holds the work's row, so it is seen here or waits for us.
  await sql`
    create function keep_winning_work() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from activity_awards where work_id = old.id) then
        raise exception 'a winning work stays' using errcode = 'restrict_violation', constraint = 'winning_work';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`.execute(db)
  await sql`create trigger works_keep_winning before delete on works
    for each row execute function keep_winning_work()`.execute(db)
  await sql`create trigger works_keep_winning_out_of_trash before update of state on works
    for each row when (new.state = 'trashed') execute function keep_winning_work()`.execute(db)
  await sql`
    create function keep_entered_version() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from activity_submissions where version_id = old.id) then
        raise exception 'an entered version stays as it is' using errcode = 'restrict_violation',
          constraint = 'entered_version';
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger work_versions_keep_entered before update on work_versions
    for each row execute function keep_entered_version()`.execute(db)
}
