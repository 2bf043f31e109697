import { sql } from 'kysely'
import type { Db } from '../client.js'

const PAGE = 200

/** A link to a stored file, good for a while. */
type LinkTo = (fileId: string, name: string) => string

/**
 * Everything that Toile keeps of a person, as named lists whose rows are read a page at a time. A feature that keeps
 * something of people adds its list here. What is left out: hashes, and keys of the store.
 */
export async function* exportParts(
  db: Db,
  userId: string,
  linkTo: LinkTo,
): AsyncGenerator<{ name: string; rows: AsyncIterable<object> }> {
  yield {
    name: 'account',
    rows: pages(async (after) =>
      after
        ? []
        : rowsOf(
            await sql<Row>`select id, username, email, nickname, "group", email_verified_at, invite_code, refer,
              invited_by, language, occupation, company, location, website, description, email_switch, avatar_id,
              banner_id, layout, created_at from users where id = ${userId}`.execute(db),
          ),
    ),
  }
  yield {
    name: 'sessions',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, user_agent, created_at, last_seen_at, expires_at from sessions
          where user_id = ${userId} and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'identities',
    rows: pages(async (after) =>
      after
        ? []
        : rowsOf(
            await sql<Row>`select subject as id, provider, provider_email, created_at from identities
              where user_id = ${userId}`.execute(db),
          ),
    ),
  }
  yield {
    name: 'mails',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, kind, address, state, created_at from mails
          where user_id = ${userId} and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'works',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, title, intro, categories, tags, visibility, state, cover_id, upload_id, video_upload_id, released_at,
            created_at, updated_at from works
          where owner_id = ${userId} and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'comments',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, work_id, parent_id, body, pin, created_at from comments
          where author_id = ${userId} and deleted_at is null and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(
          db,
        ),
      ),
    ),
  }
  yield {
    name: 'likes',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select work_id as id, created_at from work_likes
          where user_id = ${userId} and work_id > ${after ?? FIRST}::uuid order by work_id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'following',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select followee_id as id, created_at from follows
          where follower_id = ${userId} and followee_id > ${after ?? FIRST}::uuid order by followee_id limit ${PAGE}`.execute(
          db,
        ),
      ),
    ),
  }
  yield {
    name: 'reports',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, kind, subject_id, reason, created_at from reports
          where reporter_id = ${userId} and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'uploads',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, kind, filename, filetype, size, stage, failure, facts, original_file_id,
            model_file_id, preview_file_id, closed_format, created_at from uploads
          where owner_id = ${userId} and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'images',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, purpose, status, width, height, upload_id,
            (select coalesce(jsonb_agg(file_id order by width), '[]') from image_variants where image_id = images.id)
              as file_ids, created_at from images
          where owner_id = ${userId} and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'videos',
    rows: pages(async (after) =>
      rowsOf(
        await sql<Row>`select id, status, width, height, duration_seconds, upload_id,
            (select coalesce(jsonb_agg(file_id order by width), '[]') from video_renditions where video_id = videos.id)
              as file_ids, created_at from videos
          where owner_id = ${userId} and id > ${after ?? FIRST}::uuid order by id limit ${PAGE}`.execute(db),
      ),
    ),
  }
  yield {
    name: 'files',
    rows: pages(async (after) => {
      const files = await sql<Row & { kind: string }>`select id, kind, content_type, bytes, sha256, created_at
        from files where owner_id = ${userId} and state = 'stored' and id > ${after ?? FIRST}::uuid
        order by id limit ${PAGE}`.execute(db)
      return files.rows.map((file) => ({ ...file, url: linkTo(file.id, file.kind) }))
    }),
  }
}

interface Row {
  id: string
}
const FIRST = '00000000-0000-0000-0000-000000000000'
const rowsOf = ({ rows }: { rows: Row[] }): Row[] => rows

async function* pages(page: (after: string | undefined) => Promise<Row[]>): AsyncGenerator<object> {
  let after: string | undefined
  for (;;) {
    const rows = await page(after)
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}
