import { sql } from 'kysely'
import type { QueueName } from '@toile/contracts/jobs'
import type { Db } from '../client.js'
import { isAdmissionQueue, admissionQueueLength, admissionQueues, waitTimesOf } from '../files/admission-queues.js'
import { jobSubjects } from './job-subjects.js'

export interface WaitingParts {
  /** Uploads, pictures, videos, or parts of renders. */
  parts: number
  /** Since when what waits longest has waited; null where nothing does. A render has waited until it is begun. */
  oldestSeconds: number | null
  /** Those with something that is not begun. */
  people: string[]
}

/** What waits in Postgres for its turn, of each queue whose jobs do, and whose it is. */
export async function countWaitingParts(db: Db): Promise<Map<QueueName, WaitingParts>> {
  const counts = await countWaitingRenders(db)
  for (const line of admissionQueues) {
    const { count, ...waiting } = await admissionQueueLength(db, line)
    counts.set(line, { parts: count, ...waiting })
  }
  return counts
}

/** Parts of renders, by queue. */
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
  /** Since it was sent, or driven anew. */
  seconds: number
}

/** The same of one queue, thing by thing. */
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
