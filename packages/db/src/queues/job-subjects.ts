import { sql } from 'kysely'
import type { Db } from '../client.js'

interface JobSubject {
  userId: string | null
  userName: string
  title: string
  workId: string | null
}

/** Subjects and owners by a payload's id. A notification job has its event's subject, or none if that is a message. */
const thingsOf = (ids: readonly string[]) => sql`asked as (
      select id as job_id, id from unnest(${ids}::uuid[]) as one (id)
      union all select id, subject_id from notification_tasks where id = any(${ids}::uuid[])),
    things as (
      select job_id as id, u.owner_id, u.filename as title, u.id as upload_id, null::uuid as work_id
        from asked join uploads u using (id)
      union all select job_id, i.owner_id, i.purpose, i.upload_id, null from asked join images i using (id)
      union all select job_id, v.owner_id, u.filename, v.upload_id, null from asked join videos v using (id)
        join uploads u on u.id = v.upload_id
      union all select job_id, r.owner_id, r.name, r.upload_id, r.work_id from asked join render_chunks c using (id)
        join renders r on r.id = c.render_id
      union all select job_id, r.owner_id, r.name, r.upload_id, r.work_id from asked join renders r using (id)
      union all select job_id, m.user_id, m.kind, null, null from asked join mails m using (id)
      union all select job_id, w.owner_id, w.title, null, w.id from asked join works w using (id)
      union all select job_id, w.owner_id, w.title, null, w.id from asked join comments c using (id)
        join works w on w.id = c.work_id
      union all select job_id, e.owner_id, e.table_name, null, null from asked join table_exports e using (id)
      union all select job_id, p.id, '', null, null from asked join users p using (id))`

/** Keyed by the id in the payload; deleted subjects are omitted. */
export async function jobSubjects(db: Db, ids: readonly string[]): Promise<Map<string, JobSubject>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<JobSubject & { id: string }>`with ${thingsOf(ids)}
    select t.id, t.owner_id as "userId", coalesce(nullif(u.nickname, ''), u.username::text, '') as "userName",
      coalesce((select title from works where id = w.id and title <> ''), t.title, '') as title, w.id as "workId"
    from things t left join users u on u.id = t.owner_id
    left join lateral (select coalesce(t.work_id,
      (select id from works where upload_id = t.upload_id or video_upload_id = t.upload_id order by id limit 1)) as id) w
      on true`.execute(db)
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}

/** Like jobSubjects(), but finds owners only, because it is called every second. */
export async function jobOwners(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; owner_id: string }>`with ${thingsOf(ids)}
    select id, owner_id from things where owner_id is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row.owner_id]))
}
