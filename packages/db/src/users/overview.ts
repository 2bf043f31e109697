import { sql } from 'kysely'
import type { WorkState } from '@toile/contracts/works/works.constants'
import type { Db } from '../client.js'

export interface OverviewRow {
  works: Record<WorkState, number>
  /** Uploads that have neither come to their end nor failed. */
  uploadsUnderWay: number
  /** Renders that have not come to their end. */
  rendersUnderWay: number
  /** Of all works of theirs that are not in the trash. */
  likes: number
  comments: number
  views: number
}

/** What one person has: works by state, uploads on their way, and what people made of the works. */
export async function overviewOf(db: Db, ownerId: string): Promise<OverviewRow> {
  const { rows } = await sql<OverviewRow>`
    select json_build_object(
        'draft', count(*) filter (where state = 'draft'),
        'released', count(*) filter (where state = 'released'),
        'trashed', count(*) filter (where state = 'trashed')) as works,
      (select count(*)::int from uploads
        where owner_id = ${ownerId} and stage not in ('ready_to_publish', 'failed')) as "uploadsUnderWay",
      (select count(*)::int from renders
        where owner_id = ${ownerId} and status in ('queued', 'preparing', 'rendering', 'encoding')) as "rendersUnderWay",
      coalesce(sum(likes) filter (where state <> 'trashed'), 0)::int as likes,
      coalesce(sum(comments) filter (where state <> 'trashed'), 0)::int as comments,
      coalesce(sum(views) filter (where state <> 'trashed'), 0)::int as views
    from works join work_counters on work_id = works.id
    where owner_id = ${ownerId}`.execute(db)
  return rows[0]!
}
