import { sql, type Kysely } from 'kysely'

/** Cases: reports gathered by their thing, and appeals against what was decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cases (
      id uuid primary key,
      kind text not null check (kind in ('report', 'appeal')),
      subject_kind text not null check (subject_kind in ('work', 'comment', 'user', 'message')),
      subject_id uuid not null,
      author_id uuid references users,
      -- Of an appeal: the row of the audit that it is against. Of a report: what the decision did, where it did something.
      deed_id uuid,
      appeal text check (length(appeal) <= 8000),
      claimed_by uuid references users,
      claimed_until timestamptz,
      decision text check (decision in ('dismiss', 'warn', 'hide', 'clear', 'ban', 'uphold', 'grant')),
      reason text check (length(reason) <= 4000),
      decided_by uuid references users,
      decided_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default date_trunc('milliseconds', now()),
      check ((decision is null) = (decided_at is null)),
      check ((kind = 'appeal') = (appeal is not null))
    )`.execute(db)
  // One open case a thing, and one appeal a decision.
  await sql`create unique index cases_of_thing on cases (subject_kind, subject_id)
    where kind = 'report' and decided_at is null`.execute(db)
  await sql`create unique index cases_against on cases (deed_id) where kind = 'appeal'`.execute(db)
  await sql`create index cases_open on cases (created_at, id) where decided_at is null`.execute(db)
  await sql`create index cases_decided on cases (decided_at desc, id) where decided_at is not null`.execute(db)
  await sql`create index cases_of_author on cases (author_id, decided_at desc)`.execute(db)
  await sql`create index cases_of_subject on cases (subject_id)`.execute(db)
  for (const column of ['claimed_by', 'decided_by'])
    await sql`create index ${sql.ref(`cases_${column}`)} on cases (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  await sql`alter table reports add column case_id uuid references cases`.execute(db)
  await sql`
    insert into cases (id, kind, subject_kind, subject_id, author_id, created_at)
    select gen_random_uuid(), 'report', r.kind, r.subject_id, (array_agg(u.id order by u.id))[1], min(r.created_at)
    from reports r left join users u on u.id = (r.evidence ->> 'authorId')::uuid group by r.kind, r.subject_id`.execute(
    db,
  )
  await sql`update reports r set case_id = c.id from cases c
    where c.subject_kind = r.kind and c.subject_id = r.subject_id`.execute(db)
  await sql`create index reports_of_case on reports (case_id, id)`.execute(db)
  await sql`alter table one_time_tokens drop constraint one_time_tokens_purpose_check,
    add constraint one_time_tokens_purpose_check
      check (purpose in ('verify_email', 'change_email', 'bind_email', 'reset_password', 'banned'))`.execute(db)
  // Rows of the audit cannot be changed or deleted (0001-core); nor can all of them at once. Where there is none (a copy
  // that is being read back empties all tables first) nothing is lost.
  await sql`
    create function refuse_emptying() returns trigger language plpgsql as $$
    begin
      if exists (select from audit) then raise exception 'audit rows are kept as they were written'; end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger audit_kept before truncate on audit
    for each statement execute function refuse_emptying()`.execute(db)
}
