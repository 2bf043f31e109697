import { sql } from 'kysely'
import type { QueueName } from '@toile/contracts/jobs'
import type { Db } from '../client.js'

export interface JobSubject {
  /** The id that the job carries. */
  id: string
  user_id: string | null
  user_name: string
  title: string
  work_id: string | null
}

/** What jobs are about, and whose it is, by the ids that they carry. What is gone is left out. */
export async function jobSubjects(db: Db, ids: readonly string[]): Promise<Map<string, JobSubject>> {
  if (ids.length === 0) return new Map()
  const any = sql`any(${ids}::uuid[])`
  const { rows } = await sql<JobSubject>`
    with things as (
      select id, owner_id, filename as title, id as upload_id, null::uuid as work_id from uploads where id = ${any}
      union all select id, owner_id, purpose, upload_id, null from images where id = ${any}
      union all select v.id, v.owner_id, u.filename, v.upload_id, null from videos v
        join uploads u on u.id = v.upload_id where v.id = ${any}
      union all select c.id, r.owner_id, r.name, r.upload_id, r.work_id from render_chunks c
        join renders r on r.id = c.render_id where c.id = ${any}
      union all select id, owner_id, name, upload_id, work_id from renders where id = ${any}
      union all select id, user_id, kind, null, null from mails where id = ${any})
    select t.id, t.owner_id as user_id, coalesce(nullif(u.nickname, ''), u.username::text, '') as user_name,
      coalesce((select title from works where id = w.id and title <> ''), t.title, '') as title, w.id as work_id
    from things t left join users u on u.id = t.owner_id
    left join lateral (select coalesce(t.work_id,
      (select id from works where upload_id = t.upload_id or video_upload_id = t.upload_id order by id limit 1)) as id) w
      on true`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface HeldParts {
  parts: number
  /** Since when the render that waits longest has waited whole; null while each is begun. */
  oldestSeconds: number | null
  /** Those with a render that is not begun. */
  people: string[]
}

/** Parts of renders that wait in Postgres for their turn, and whose they are. */
export async function heldParts(db: Db): Promise<Map<QueueName, HeldParts>> {
  const { rows } = await sql<HeldParts & { queue: QueueName }>`
    select case when r.engine = 'cycles' then 'renders-cycles' else 'renders' end as queue, count(*)::int as parts,
      extract(epoch from now() - min(r.updated_at) filter (where r.status = 'queued'))::float8 as "oldestSeconds",
      coalesce(array_agg(distinct r.owner_id::text) filter (where r.status = 'queued'), '{}') as people
    from renders r join render_chunks c on c.render_id = r.id and c.stored_at is null and c.released_at is null
    where r.status in ('queued', 'preparing', 'rendering') and (c.scout or r.approval not in ('wanted', 'awaited'))
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.queue, row]))
}

export interface HeldRender {
  userId: string
  userName: string
  workId: string | null
  title: string
  parts: number
  /** Since it was sent, or driven anew. */
  seconds: number
}

/** The same of one queue, render by render. */
export async function heldByPerson(db: Db, queue: QueueName): Promise<HeldRender[]> {
  if (queue !== 'renders' && queue !== 'renders-cycles') return []
  const { rows } = await sql<HeldRender>`
    select r.owner_id as "userId", coalesce(nullif(u.nickname, ''), u.username::text) as "userName",
      r.work_id as "workId", r.name as title, count(*)::int as parts,
      extract(epoch from now() - r.updated_at)::float8 as seconds
    from renders r join users u on u.id = r.owner_id
    join render_chunks c on c.render_id = r.id and c.stored_at is null and c.released_at is null
    where r.status in ('queued', 'preparing', 'rendering') and (r.engine = 'cycles') = ${queue === 'renders-cycles'}
      and (c.scout or r.approval not in ('wanted', 'awaited'))
    group by r.id, u.id order by r.updated_at limit 500`.execute(db)
  return rows
}
