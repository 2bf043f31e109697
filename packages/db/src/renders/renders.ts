import { sql, type InferResult } from 'kysely'
import type { ModelFacts } from '@toile/contracts/models/models'
import type { RenderStatus } from '@toile/contracts/renders/renders.constants'
import type { Db } from '../client.js'
import { pageById, type Page, type PageQuery } from '../cursors.js'

interface FileOfRender {
  fileId: string
  bytes: number
}

const selectRenders = (db: Db) =>
  db
    .selectFrom('renders')
    .where('renders.deleted_at', 'is', null)
    .innerJoin('users', 'users.id', 'renders.owner_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('render_chunks')
          .select([
            sql<number>`coalesce(sum(estimated_seconds) filter (where stored_at is null), 0)::float8`.as('leftSeconds'),
            sql<number>`(count(*) filter (where stored_at is null))::int`.as('leftChunks'),
            sql<number>`coalesce(sum(estimated_seconds) filter (where stored_at is not null) / nullif(sum(estimated_seconds), 0), 0)::float8`.as(
              'done',
            ),
          ])
          .whereRef('render_id', '=', 'renders.id')
          .as('parts'),
      (join) => join.onTrue(),
    )
    .select([
      'renders.id',
      'renders.number',
      'renders.owner_id as ownerId',
      'users.nickname',
      'work_id as workId',
      'upload_id as uploadId',
      'name',
      'settings',
      'status',
      'frames',
      'renders.estimated_seconds as estimatedSeconds',
      'renders.cost_seconds as costSeconds',
      'approval',
      'shared',
      'renders.attempt',
      'failure',
      'renders.version',
      'renders.created_at as createdAt',
      'renders.updated_at as updatedAt',
      'finished_at as finishedAt',
      'leftSeconds',
      'leftChunks',
      'done',
      // Counts an image as soon as one of its pieces is drawn, and all images once the encoding starts.
      sql<number>`case when status in ('encoding', 'finished') then frames else (
          select count(distinct split_part(piece, '-', 1))::int from render_pieces
          where render_id = renders.id and piece <> 'scout') end`.as('framesDone'),
      sql<
        { name: string; seconds: number; chunks: number }[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('name', worker, 'seconds', seconds,
          'chunks', chunks) order by worker), '[]') from (select worker, round(sum(cost_seconds)::numeric, 1) as seconds,
          count(*) as chunks from render_chunks where render_id = renders.id and worker is not null group by worker) w)`.as(
        'workers',
      ),
      sql<
        (FileOfRender & { samples: number })[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('fileId', f.id, 'bytes', f.bytes,
          'samples', p.samples) order by p.created_at), '[]')
        from render_previews p join files f on f.id = p.file_id where p.render_id = renders.id)`.as('previews'),
      sql<
        (FileOfRender & { name: string; type: string; width: number; height: number })[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('fileId', f.id, 'bytes', f.bytes,
          'name', o.name, 'type', f.content_type, 'width', o.width, 'height', o.height) order by o.place), '[]')
        from render_outputs o join files f on f.id = o.file_id where o.render_id = renders.id)`.as('outputs'),
    ])

export type RenderRow = InferResult<ReturnType<typeof selectRenders>>[number]

export async function findRender(db: Db, id: string): Promise<RenderRow | undefined> {
  return (await findRenders(db, [id]))[0]
}

export function findRenders(db: Db, ids: readonly string[]): Promise<RenderRow[]> {
  return selectRenders(db)
    .where(sql<boolean>`renders.id = any(${ids}::uuid[])`)
    .execute()
}

export interface ListRenders extends PageQuery {
  ownerId: string
  status?: RenderStatus | undefined
  workId?: string | undefined
}

export async function listRenders(db: Db, { ownerId, status, workId, ...page }: ListRenders): Promise<Page<RenderRow>> {
  let query = selectRenders(db).where('renders.owner_id', '=', ownerId)
  if (status) query = query.where('status', '=', status)
  if (workId) query = query.where('work_id', '=', workId)
  return pageById(query, 'renders.id', page)
}

export async function renderOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('renders')
    .select('owner_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.owner_id
}

export interface RenderSource {
  uploadId: string
  filename: string
  sha256: string
  facts: ModelFacts
}

/** Undefined if the upload belongs to another user, or if its model is not made yet or is deleted. */
export async function findSource(
  db: Db,
  { ownerId, uploadId }: { ownerId: string; uploadId: string },
): Promise<RenderSource | undefined> {
  const row = await db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'model_file_id')
    .select(['uploads.id', 'filename', 'files.sha256', 'facts'])
    .where('uploads.id', '=', uploadId)
    .where('uploads.owner_id', '=', ownerId)
    .where('files.state', '=', 'stored')
    .executeTakeFirst()
  if (!row?.sha256 || !row.facts) return undefined
  return { uploadId: row.id, filename: row.filename, sha256: row.sha256, facts: row.facts }
}

export interface RenderUse {
  renders: number
  seconds: number
  /** Hours, rounded up, until the oldest counted render is a day old and no longer counts. 0 without renders. */
  freeInHours: number
}

/** Counts the renders of the last 24 hours. Locks the owner, so that concurrent requests run one after the other. */
export async function usageToday(trx: Db, ownerId: string): Promise<RenderUse> {
  await sql`select id from users where id = ${ownerId} for no key update`.execute(trx)
  const used = await sql<RenderUse>`select count(*)::int as renders,
      coalesce(sum(case when status in ('failed', 'cancelled', 'finished') then cost_seconds
        else greatest(cost_seconds, estimated_seconds) end), 0)::float8 as seconds,
      coalesce(ceil(extract(epoch from min(created_at) + interval '1 day' - now()) / 3600), 0)::int as "freeInHours"
    from renders where owner_id = ${ownerId} and created_at > now() - interval '1 day'`.execute(trx)
  return used.rows[0]!
}

export async function secondsAhead(db: Db): Promise<number> {
  const ahead = await sql<{ seconds: number }>`select coalesce(sum(c.estimated_seconds), 0)::float8 as seconds
    from renders r join render_chunks c on c.render_id = r.id and c.stored_at is null
    where r.status in ('queued', 'preparing', 'rendering')`.execute(db)
  return ahead.rows[0]!.seconds
}

export function findOutput(db: Db, renderId: string, name: string) {
  return db
    .selectFrom('render_outputs')
    .innerJoin('renders', 'renders.id', 'render_id')
    .innerJoin('files', 'files.id', 'file_id')
    .leftJoin('works', 'works.id', 'work_id')
    .select(['renders.owner_id as ownerId', 'renders.number', 'work_id as workId', 'image_ids as imageIds'])
    .select(['file_id as fileId', 'key', 'content_type as contentType', 'files.bytes', 'files.sha256'])
    .where('render_id', '=', renderId)
    .where('render_outputs.name', '=', name)
    .where('files.state', '=', 'stored')
    .executeTakeFirst()
}
