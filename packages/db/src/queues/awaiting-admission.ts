import { sql } from 'kysely'
import type { QueueName } from '@toile/contracts/jobs'
import type { Db } from '../client.js'
import { isAdmissionQueue, admissionQueueLength, admissionQueues, waitTimesOf } from '../files/admission-queues.js'
import { jobSubjects } from './job-subjects.js'

export interface WaitingParts {
  /** Number of waiting uploads, images, videos or chunks of renders. */
  parts: number
  /** How long the oldest item has waited; null if nothing waits. A render waits until it starts. */
  oldestSeconds: number | null
  /** Ids of the owners of items that have not started. Counts only the first 500 uploads, images or videos. */
  people: string[]
}

export async function countWaitingParts(db: Db): Promise<Map<QueueName, WaitingParts>> {
  const counts = await countWaitingRenders(db)
  for (const line of admissionQueues) {
    const { count, ...waiting } = await admissionQueueLength(db, line)
    counts.set(line, { parts: count, ...waiting })
  }
  return counts
}

async function countWaitingRenders(db: Db): Promise<Map<QueueName, WaitingParts>> {
  const { rows } = await sql<WaitingParts & { queue: QueueName }>`
    select case when r.engine = 'cycles' then 'renders-cycles' else 'renders' end as queue, count(*)::int as parts,
      extract(epoch from now() - min(r.updated_at) filter (where r.status = 'queued'))::float8 as "oldestSeconds",
      coalesce(array_agg(distinct r.owner_id::text) filter (where r.status = 'queued'), '{}') as people
    from renders r join render_chunks c on c.render_id = r.id and c.stored_at is null and c.released_at is null
    where r.status in ('queued', 'preparing', 'rendering') and (c.scout or r.approval not in ('wanted', 'awaited'))
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.queue, row]))
}

export interface WaitingThing {
  userId: string
  userName: string
  workId: string | null
  title: string
  parts: number
  /** Seconds since the item was queued. For a render, seconds since its last change. */
  seconds: number
}

export async function listWaitingThings(db: Db, queue: QueueName): Promise<WaitingThing[]> {
  if (isAdmissionQueue(queue)) {
    const waits = await waitTimesOf(db, queue)
    const subjects = await jobSubjects(
      db,
      waits.map(({ id }) => id),
    )
    return waits.flatMap(({ id, seconds }) => {
      const subject = subjects.get(id)
      return subject?.userId ? [{ ...subject, userId: subject.userId, parts: 1, seconds }] : []
    })
  }
  if (queue !== 'renders' && queue !== 'renders-cycles') return []
  const { rows } = await sql<WaitingThing>`
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
