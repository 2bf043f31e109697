import { sql } from 'kysely'
import type { WorkState, Visibility } from '@toile/contracts/works/works.constants'
import type { Db } from '../client.js'

export interface RequestedWork {
  id: string
  viewerId: string | undefined
}

export interface WorkRevision {
  id: string
  ownerId: string
  state: WorkState
  visibility: Visibility
  hiddenAt: Date | null
  hasVideo: boolean
  likes: number
  comments: number
  views: number
  liked: boolean
  /** Changes with each write to the work, its creator, model or images, but not with the counters or the video. */
  revision: string
}

/** Revisions in the order of `requested`, with undefined for missing works. */
export async function findWorkRevisions(
  db: Db,
  requested: readonly RequestedWork[],
): Promise<(WorkRevision | undefined)[]> {
  const ids = requested.map(({ id }) => id)
  const viewerIds = requested.map(({ viewerId }) => viewerId ?? null)
  const revisions = sql`string_agg(concat_ws('.', p.id, p.xmin), '.' order by p.id)`
  // The arrays are in sub-selects, because Postgres would otherwise plan the statement anew for each array length.
  const found = await sql<WorkRevision & { at: number }>`
    select requested.at::int, works.id, works.owner_id as "ownerId", works.state, works.visibility,
      works.hidden_at as "hiddenAt", works.video_upload_id is not null as "hasVideo", likes, comments, views,
      exists (
        select from work_likes l where l.work_id = works.id and l.user_id = requested.viewer_id) as liked,
      concat_ws('.', works.xmin, users.xmin, uploads.xmin,
        (select xmin from images p where p.id = works.cover_id), (select xmin from images p where p.id = users.avatar_id),
        (select ${revisions} from images p where p.upload_id = works.upload_id),
        case when works.image_ids <> '{}' then (
          select ${revisions} from images p where p.id = any(works.image_ids)) end) as revision
    from unnest((select ${ids}::uuid[]), (select ${viewerIds}::uuid[])) with ordinality as requested (id, viewer_id, at)
    join works on works.id = requested.id
    join users on users.id = works.owner_id
    join work_counters on work_counters.work_id = works.id
    left join uploads on uploads.id = works.upload_id`.execute(db)
  const works = Array.from<WorkRevision | undefined>({ length: requested.length })
  for (const { at, ...work } of found.rows) works[at - 1] = work
  return works
}
