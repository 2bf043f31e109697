import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../client.js'

const PAGE = 200

/** Makes a temporary link to a stored file. */
type LinkTo = (fileId: string, name: string) => string

type Sql = RawBuilder<unknown>

interface List {
  name: string
  columns: Sql
  of: Sql
  /** Unique sort key, selected as `id`; by default the column `id`. */
  id?: Sql
  more?: (row: Row) => object
}

interface Row {
  id: string
}

/** Add a list here with every feature that stores user data. */
function listsOf(userId: string, linkTo: LinkTo): List[] {
  return [
    {
      name: 'account',
      columns: sql`username, email, nickname, "group", email_verified_at, invite_code, refer, invited_by, language,
        occupation, company, location, website, description, email_switch, first_studio_at, email_refused_at, avatar_id,
        banner_id, layout, backstage_layouts, banned_at, banned_until, ban_reason, seen_at, featured_since, created_at,
        (select name from tenants where tenants.id = users.tenant_id) as tenant`,
      of: sql`users where id = ${userId}`,
    },
    {
      name: 'sessions',
      columns: sql`user_agent, created_at, last_seen_at, expires_at`,
      of: sql`sessions where user_id = ${userId}`,
    },
    {
      name: 'identities',
      id: sql`provider || ':' || subject`,
      columns: sql`provider, subject, provider_email, created_at`,
      of: sql`identities where user_id = ${userId}`,
    },
    { name: 'mails', columns: sql`kind, address, state, created_at`, of: sql`mails where user_id = ${userId}` },
    {
      name: 'works',
      columns: sql`title, intro, categories, tags, visibility, state, cover_id, upload_id, video_upload_id, image_ids,
        hotspots, downloadable, featured_at, hidden_at, hidden_reason, released_at, created_at, updated_at`,
      of: sql`works where owner_id = ${userId}`,
    },
    {
      name: 'versions',
      columns: sql`work_id, number, title, intro, categories, tags, upload_id, video_upload_id, original_file_id,
        model_file_id, cover_id, image_ids, picture_file_ids, hotspots, created_at`,
      of: sql`work_versions where work_id in (select id from works where owner_id = ${userId})`,
    },
    {
      name: 'comments',
      columns: sql`work_id, video_id, parent_id, body, pin, hidden_at, hidden_reason, created_at`,
      of: sql`comments where author_id = ${userId} and deleted_at is null`,
    },
    { name: 'likes', id: sql`work_id`, columns: sql`created_at`, of: sql`work_likes where user_id = ${userId}` },
    {
      name: 'following',
      id: sql`followee_id`,
      columns: sql`created_at`,
      of: sql`follows where follower_id = ${userId}`,
    },
    {
      name: 'messages',
      columns: sql`(select coalesce(c.work_id, o.user_id) from conversations c left join conversation_members o
          on o.conversation_id = c.id and o.user_id <> ${userId} where c.id = messages.conversation_id) as conversation_with,
        seq, body, image_id, created_at`,
      of: sql`messages where sender_id = ${userId} and deleted_at is null`,
    },
    {
      name: 'blocked',
      id: sql`blocked_id`,
      columns: sql`created_at`,
      of: sql`blocks where blocker_id = ${userId}`,
    },
    {
      name: 'notifications',
      columns: sql`kind, subject_kind, subject_id, params, people, created_at, raised_at, read_at`,
      of: sql`notifications where user_id = ${userId}`,
    },
    {
      name: 'preferences',
      id: sql`kind`,
      columns: sql`live, bell, email, digest`,
      of: sql`notification_preferences where user_id = ${userId}`,
    },
    {
      name: 's_codes',
      columns: sql`hint, days, received_at, used_at, voided_at`,
      of: sql`s_codes where (holder_id = ${userId} or used_by = ${userId})`,
    },
    {
      name: 'entitlements',
      columns: sql`code_id, days, starts_at, ends_at, created_at`,
      of: sql`entitlements where user_id = ${userId}`,
    },
    {
      name: 'devices',
      columns: sql`device_id, name, bound_at, last_seen_at, unbound_at`,
      of: sql`devices where user_id = ${userId}`,
    },
    {
      name: 'activities',
      id: sql`activity_id`,
      columns: sql`created_at`,
      of: sql`activity_registrations where user_id = ${userId}`,
    },
    {
      name: 'entries',
      columns: sql`activity_id, work_id, version_id, receipt, submitted_at, disqualified_at, disqualified_reason, rank, score,
        (select title from activity_awards where submission_id = activity_submissions.id) as award,
        (select bonus from activity_awards where submission_id = activity_submissions.id) as bonus`,
      of: sql`activity_submissions where work_id in (select id from works where owner_id = ${userId})`,
    },
    {
      name: 'juries',
      id: sql`activity_id`,
      columns: sql`(select title from activities where activities.id = activity_id) as title`,
      of: sql`activity_jurors where user_id = ${userId}`,
    },
    {
      name: 'scores',
      id: sql`submission_id`,
      columns: sql`scores, created_at, updated_at`,
      of: sql`activity_scores where juror_id = ${userId}`,
    },
    {
      name: 'announcements',
      columns: sql`texts, path, created_at`,
      of: sql`announcements where author_id = ${userId}`,
    },
    {
      name: 'table_exports',
      columns: sql`table_name, query, columns, state, row_count, created_at, ready_at`,
      of: sql`table_exports where owner_id = ${userId}`,
    },
    {
      name: 'progress',
      id: sql`video_id`,
      columns: sql`seconds, watched_at, at`,
      of: sql`video_progress where user_id = ${userId}`,
    },
    {
      name: 'downloads',
      id: sql`item_id`,
      columns: sql`created_at`,
      of: sql`market_downloads where user_id = ${userId}`,
    },
    {
      name: 'reports',
      columns: sql`kind, subject_id, reason, created_at`,
      of: sql`reports where reporter_id = ${userId}`,
    },
    {
      name: 'appeals',
      columns: sql`subject_kind, subject_id, appeal, decision, reason, created_at, decided_at`,
      of: sql`cases where author_id = ${userId} and kind = 'appeal'`,
    },
    {
      name: 'uploads',
      columns: sql`kind, filename, filetype, size, stage, failure, facts, correction, original_file_id, model_file_id,
        preview_file_id, ar_file_id, proprietary_format, created_at, removal_due_at, removal_announced_at`,
      of: sql`uploads where owner_id = ${userId}`,
    },
    {
      name: 'images',
      columns: sql`purpose, status, width, height, upload_id,
        (select coalesce(jsonb_agg(file_id order by width), '[]') from image_variants where image_id = images.id)
          as file_ids, created_at, removal_due_at, removal_announced_at`,
      of: sql`images where owner_id = ${userId}`,
    },
    {
      name: 'videos',
      columns: sql`status, width, height, duration_seconds, upload_id,
        (select coalesce(jsonb_agg(file_id order by width), '[]') from video_renditions where video_id = videos.id)
          as file_ids, created_at`,
      of: sql`videos where owner_id = ${userId}`,
    },
    {
      name: 'renders',
      columns: sql`number, name, type, engine, settings, status, failure, cost_seconds, work_id, upload_id,
        (select coalesce(jsonb_agg(file_id order by place), '[]') from render_outputs where render_id = renders.id)
          as file_ids, created_at, finished_at`,
      of: sql`renders where owner_id = ${userId}`,
    },
    {
      name: 'files',
      columns: sql`kind, content_type, bytes, sha256, created_at`,
      // Table exports are not the user's data; their files last five minutes.
      of: sql`files where owner_id = ${userId} and state = 'stored' and kind <> 'export'`,
      more: (row) => ({ url: linkTo(row.id, (row as Row & { kind: string }).kind) }),
    },
  ]
}

/** The data of a user in lists. Omits deleted comments and messages, password and token hashes, and storage keys. */
export function* exportParts(
  db: Db,
  userId: string,
  linkTo: LinkTo,
): Generator<{ name: string; rows: AsyncIterable<object> }> {
  for (const list of listsOf(userId, linkTo)) yield { name: list.name, rows: rowsOf(db, list) }
}

async function* rowsOf(db: Db, { columns, of, id = sql`id`, more }: List): AsyncGenerator<object> {
  // Sorts before every id, whether UUID or text starting with a letter.
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Row>`select ${id} as id, ${columns} from ${of} and ${id} > ${after}
      order by 1 limit ${PAGE}`.execute(db)
    for (const row of rows) yield { ...row, ...more?.(row) }
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}
