import { sql } from 'kysely'
import type { WorkState } from '@toile/contracts/works/works.constants'
import type { Db } from '../client.js'

const sumOf = (counter: 'likes' | 'comments' | 'views') =>
  sql<number>`coalesce(sum(${sql.ref(counter)}) filter (where state <> 'trashed'), 0)::int`.as(counter)

export function overviewOf(db: Db, ownerId: string) {
  return db
    .selectFrom('works')
    .innerJoin('work_counters', 'work_id', 'works.id')
    .select([
      sql<Record<WorkState, number>>`json_build_object(
        'draft', count(*) filter (where state = 'draft'),
        'released', count(*) filter (where state = 'released'),
        'trashed', count(*) filter (where state = 'trashed'))`.as('works'),
      sql<number>`(select count(*)::int from uploads
        where owner_id = ${ownerId} and stage not in ('ready_to_publish', 'failed'))`.as('uploadsUnderWay'),
      sql<number>`(select count(*)::int from renders
        where owner_id = ${ownerId} and status in ('queued', 'preparing', 'rendering', 'encoding'))`.as(
        'rendersUnderWay',
      ),
      sumOf('likes'),
      sumOf('comments'),
      sumOf('views'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
}
