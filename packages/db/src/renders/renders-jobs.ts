import { sql } from 'kysely'
import type { Piece } from '@toile/contracts/renders/render-plan'
import type { RenderStatus } from '@toile/contracts/renders/renders.constants'
import type { Db } from '../client.js'

/**
 * `modelKey` and `sha256` are null if the model is deleted. `share` is this chunk's fraction of the render's estimated
 * seconds, and `done` is the fraction that all stored chunks make up. `totalSeconds` (estimated) and `chunks` describe
 * the whole render. `stored` lists the names of the stored pieces.
 */
export function findChunkJob(db: Db, id: string) {
  const sum = (where = sql``) =>
    sql`(select sum(estimated_seconds) from render_chunks where render_id = c.render_id ${where})`
  return db
    .selectFrom('render_chunks as c')
    .innerJoin('renders as r', 'r.id', 'c.render_id')
    .leftJoin('uploads as u', 'u.id', 'r.upload_id')
    .leftJoin('files as f', (join) => join.onRef('f.id', '=', 'u.model_file_id').on('f.state', '=', 'stored'))
    .select([
      'c.id',
      'c.pieces',
      'c.attempt',
      'c.stored_at as storedAt',
      'c.render_id as renderId',
      'r.attempt as renderAttempt',
      'r.version',
      'r.number',
      'r.owner_id as ownerId',
      'r.frames',
      'r.status',
      'r.settings',
      'f.key as modelKey',
      'f.sha256',
      sql<number>`(c.estimated_seconds / ${sum()})::float8`.as('share'),
      sql<number>`coalesce(${sum(sql`and stored_at is not null`)} / ${sum()}, 0)::float8`.as('done'),
      sql<number>`${sum()}::float8`.as('totalSeconds'),
      sql<number>`(select count(*)::int from render_chunks where render_id = c.render_id)`.as('chunks'),
      sql<string[]>`array(select piece from render_pieces where render_id = c.render_id)`.as('stored'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

export type ChunkJob = NonNullable<Awaited<ReturnType<typeof findChunkJob>>>

/** The chunk's render. Undefined once the chunk is stored, the attempt is outdated or the render is not being drawn. */
export function stateOfChunk(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
): Promise<{ status: RenderStatus; version: number } | undefined> {
  return db
    .selectFrom('render_chunks')
    .innerJoin('renders', 'renders.id', 'render_id')
    .select(['status', 'renders.version'])
    .where('render_chunks.id', '=', id)
    .where('render_chunks.attempt', '=', attempt)
    .where('stored_at', 'is', null)
    .where('status', 'in', ['preparing', 'rendering'])
    .executeTakeFirst()
}

/** A worker's data for encoding: all stored pieces except the scout. */
export function findEncodeJob(db: Db, id: string) {
  return db
    .selectFrom('renders')
    .select([
      'id',
      'owner_id as ownerId',
      'attempt',
      'status',
      'settings',
      sql<
        (Piece & { key: string })[]
      >`(select coalesce(jsonb_agg(part || jsonb_build_object('key', f.key) order by c.chunk), '[]')
        from render_chunks c cross join jsonb_array_elements(c.pieces) part
        join render_pieces p on p.render_id = c.render_id and p.piece = part->>'name'
        join files f on f.id = p.file_id
        where c.render_id = renders.id and not c.scout)`.as('pieces'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function isEncodingWanted(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const row = await db
    .selectFrom('renders')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'encoding')
    .executeTakeFirst()
  return row !== undefined
}
