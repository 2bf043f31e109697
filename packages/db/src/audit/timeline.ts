import { sql, type RawBuilder } from 'kysely'
import type { Params } from '@toile/contracts/failures'
import { timelineEvents } from '@toile/contracts/audit/timeline-words'
import type { TimelineKind, TimelineSource } from '@toile/contracts/audit/timeline.constants'
import type { Db } from '../client.js'
import { pageOf, placeCursor, type Page } from '../cursors.js'

export interface TimelineRow {
  key: string
  source: TimelineSource
  type: string
  at: Date
  /** `at` in microseconds since 1970, because a Date holds only milliseconds. */
  micros: number
  subjectKind: string | null
  subjectId: string | null
  subject: string | null
  actorId: string | null
  actor: string | null
  params: Params
  reason: string | null
}

type Sql = RawBuilder<unknown>

/** Rows (kind, id, name) of a subject and of the things whose entries its timeline also contains. */
const things: Record<TimelineKind, (id: string) => Sql> = {
  work: (id) => sql`select 'work' as kind, id, title as name from works where id = ${id}
    union all select 'upload', u.id, u.filename from works w join uploads u on u.id in (w.upload_id, w.video_upload_id)
      where w.id = ${id}
    union all select 'video', v.id, w.title from works w join videos v on v.upload_id in (w.upload_id, w.video_upload_id)
      where w.id = ${id}
    union all select 'image', i.id, w.title from works w join images i
      on i.id = any(w.cover_id || w.image_ids) or i.upload_id in (w.upload_id, w.video_upload_id) or i.joins_work_id = w.id
      where w.id = ${id}
    union all select 'render', id, name from renders where work_id = ${id}`,
  user: (id) => sql`select 'user' as kind, id, coalesce(nullif(nickname, ''), username::text) as name
      from users where id = ${id} and deleted_at is null
    union all select 'work', id, title from works where owner_id = ${id}
    union all select 'upload', id, filename from uploads where owner_id = ${id}
    union all select 'video', v.id, u.filename from videos v join uploads u on u.id = v.upload_id where v.owner_id = ${id}
    union all select 'render', id, name from renders where owner_id = ${id}
    union all select 'comment', id, left(body, ${MAX_NAME}) from comments where author_id = ${id}
    union all select 's_code', id, hint from s_codes where holder_id = ${id} or used_by = ${id}
    union all select 'device', id, name from devices where user_id = ${id}`,
  upload: (id) => sql`select 'upload' as kind, id, filename as name from uploads where id = ${id}
    union all select 'video', v.id, u.filename from videos v join uploads u on u.id = v.upload_id where u.id = ${id}
    union all select 'image', i.id, u.filename from images i join uploads u on u.id = i.upload_id where u.id = ${id}
    union all select 'render', id, name from renders where upload_id = ${id}`,
}
const MAX_NAME = 120

const none = sql`null::uuid as actor_id, '{}'::jsonb as params, null::text as reason`
const asked = (id: string) => sql`(select kind, id, name from things union all
  select '', ${id}::uuid, '' where not exists (select from things where id = ${id}))`

/**
 * The timeline's entries. Events stay for at least 90 days, stage durations for 180 days and mails for 30 days. Other
 * entries stay as long as their rows.
 */
const lines = (id: string, kind: TimelineKind): Sql[] => [
  sql`select 'e:' || e.id, 'event', e.type, e.created_at, t.kind, t.id, t.name, ${none}
    from things t join events e on e.subject_id = t.id where e.type = any(${timelineEvents})`,
  sql`select 's:' || t.id || ':' || s.place, 'stage', s.entry ->> 'stage', (s.entry ->> 'at')::timestamptz, t.kind, t.id,
      t.name, ${none}
    from things t join uploads u on u.id = t.id
      cross join lateral jsonb_array_elements(u.stages) with ordinality as s (entry, place)`,
  sql`select 't:' || t.id || ':' || h.stage || ':' || h.at, 'took', h.stage, h.at, t.kind, t.id, t.name, null::uuid,
      jsonb_build_object('seconds', round(h.seconds::numeric, 1)::float8, 'stage', h.stage), null
    from things t join stage_history h on h.upload_id = t.id`,
  sql`select 'm:' || w.id, 'made', 'work', w.created_at, 'work', w.id, w.title, ${none} from works w
    where w.id = ${id} and ${kind} = 'work'`,
  sql`select 'm:' || u.id, 'made', 'user', u.created_at, 'user', u.id, u.username::text, ${none} from users u
    where u.id = ${id} and ${kind} = 'user' and u.deleted_at is null`,
  sql`select 'l:' || m.id, 'mail', m.state, m.updated_at, null, null, null, null::uuid, jsonb_build_object('kind', m.kind), null
    from mails m where m.user_id = ${id} and ${kind} = 'user'`,
  sql`select 'r:' || r.id, 'report', r.kind, r.created_at, r.kind, r.subject_id, t.name, r.reporter_id,
      jsonb_build_object('thing', r.kind), r.reason
    from ${asked(id)} t join reports r on r.subject_id = t.id`,
  sql`select 'c:' || c.id, 'raised', c.kind, c.created_at, 'case', c.id, t.name, null::uuid,
      jsonb_build_object('thing', c.subject_kind), null
    from cases c left join things t on t.id = c.subject_id where ${ofCases(id, kind)}`,
  sql`select 'd:' || c.id, 'decided', c.decision, c.decided_at, 'case', c.id, t.name, c.decided_by,
      jsonb_build_object('thing', c.subject_kind), c.reason
    from cases c left join things t on t.id = c.subject_id where c.decided_at is not null and (${ofCases(id, kind)})`,
  sql`select 'n:' || s.id, 'entry', '', s.submitted_at, 'activity', a.id, t.name, null::uuid,
      jsonb_build_object('activity', a.title), null
    from things t join activity_submissions s on s.work_id = t.id join activities a on a.id = s.activity_id`,
  sql`select 'w:' || p.activity_id || ':' || p.slot, 'award', '', p.created_at, 'activity', a.id, t.name, null::uuid,
      jsonb_build_object('activity', a.title, 'award', p.title), null
    from things t join activity_awards p on p.work_id = t.id join activities a on a.id = p.activity_id`,
  sql`select 'a:' || a.id, 'action', a.action, a.created_at, a.subject_kind, a.subject_id, nullif(t.name, ''), a.actor_id,
      a.params, coalesce(a.reason, a.params ->> 'reason')
    from ${asked(id)} t join audit a on a.subject_id = t.id`,
  // The subject of an action on a tenant's member is the tenant; the user's id is only in `params`.
  sql`select 'a:' || a.id, 'action', a.action, a.created_at, a.subject_kind, a.subject_id, n.name, a.actor_id, a.params, a.reason
    from audit a left join tenants n on n.id = a.subject_id
    where ${kind} = 'user' and a.subject_kind = 'tenant' and a.params ->> 'userId' = ${id}`,
]

/** A user's cases concern the profile or content of the user or are appeals. Others concern the subject or a part. */
const ofCases = (id: string, kind: TimelineKind): Sql =>
  kind === 'user' ? sql`c.author_id = ${id}` : sql`c.subject_id in (select id from things) or c.subject_id = ${id}`

export async function readTimeline(
  db: Db,
  { kind, id, limit, cursor }: { kind: TimelineKind; id: string; limit: number; cursor?: string | undefined },
): Promise<Page<TimelineRow>> {
  const before = placeCursor(cursor)
  const micros = sql`(extract(epoch from at) * 1000000)::bigint`
  const after = before ? sql`where (${micros}, key) < (${before.value}, ${before.key})` : sql``
  const { rows } = await sql<TimelineRow>`
    with things as materialized (${things[kind](id)}),
    entries (key, source, type, at, subject_kind, subject_id, subject, actor_id, params, reason) as (
      ${sql.join(lines(id, kind), sql` union all `)}),
    page as (select key, source, type, at, ${micros} as micros, subject_kind, subject_id, subject, actor_id, params, reason
      from entries ${after} order by micros desc, key desc limit ${limit + 1})
    select page.key, source, type, at, micros, subject_kind as "subjectKind", subject_id as "subjectId", subject,
      page.actor_id as "actorId", coalesce(nullif(u.nickname, ''), u.username::text) as actor, params, reason
    from page left join users u on u.id = page.actor_id and u.deleted_at is null
    order by micros desc, page.key desc`.execute(db)
  return pageOf(rows, limit, (row) => [row.micros, row.key])
}

export async function timelineName(db: Db, kind: TimelineKind, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from (${things[kind](id)}) t where id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}
