import type { Redis } from 'ioredis'
import { withQueues, type BullJob } from '@toile/bus/queues'
import { jobId, jobs, payloadAfter, type JobName, type QueueName } from '@toile/contracts/jobs'
import type { Consequence } from '@toile/contracts/queues/queues'
import { reactions, type Reaction } from '@toile/contracts/reactions'
import type { Db } from '@toile/db/client'
import { eventsOfRequest, type CausedEvent } from '@toile/db/audit/requests'
import { stateOf, timeOf } from './queue-jobs.js'

export async function consequencesOf(db: Db, redis: Redis, requestId: string): Promise<Consequence[]> {
  const events = await eventsOfRequest(db, requestId)
  const known = new Map<string, Consequence['jobs'][number]>()
  const names = new Set(events.flatMap((event) => jobsAfter(event).map((name): QueueName => jobs[name].queue)))
  await withQueues(redis, [...names], async (queue) => {
    const ids = events.flatMap((event) =>
      jobsAfter(event).flatMap((name) => (jobs[name].queue === queue.name ? [idAfter(event, name)] : [])),
    )
    const found = await Promise.all(ids.map((id) => queue.getJob(id)))
    for (const job of found) if (job) known.set(job.id!, await viewOf(job))
  })
  return events.map((event) => ({
    id: event.id,
    type: event.type,
    subjectId: event.subject_id,
    at: event.created_at.toISOString(),
    relayedAt: event.published_at?.toISOString() ?? null,
    causedBy: event.caused_by,
    jobs: jobsAfter(event).map((name) => {
      const id = idAfter(event, name)
      return known.get(id) ?? { id, queue: jobs[name].queue, name, state: null, startedAt: null, finishedAt: null }
    }),
  }))
}

function jobsAfter({ type }: CausedEvent): readonly JobName[] {
  return (reactions[type] as Reaction | undefined)?.jobs ?? []
}

const idAfter = (event: CausedEvent, name: JobName) => jobId(name, payloadAfter(event, name))

async function viewOf(job: BullJob): Promise<Consequence['jobs'][number]> {
  return {
    id: job.id!,
    queue: job.queueName,
    name: job.name,
    state: await stateOf(job),
    startedAt: timeOf(job.processedOn),
    finishedAt: timeOf(job.finishedOn),
  }
}
