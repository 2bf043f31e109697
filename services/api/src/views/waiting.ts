import type { BullJob as Job } from '@toile/bus/queues'
import type { Answer } from '@toile/contracts/route'
import type { QueueName } from '@toile/contracts/jobs'
import type { queueRoutes } from '@toile/contracts/queues'
import type { Db } from '@toile/db/client'
import { heldByPerson, jobSubjects } from '@toile/db/queries/job-subjects'
import { subjectIdOf } from './queue-jobs.js'

type Waiting = Answer<typeof queueRoutes.listWaiting>['items'][number]

const MAX_WORKS = 8

/** Who is behind jobs in line and renders held back, those with most first; jobs of nobody come together. */
export async function byPerson(db: Db, jobs: readonly Job[], queue: QueueName): Promise<Waiting[]> {
  const there = jobs.filter((job) => job?.id)
  const subjects = await jobSubjects(
    db,
    there.flatMap((job) => subjectIdOf(job) ?? []),
  )
  const people = new Map<string, Waiting>()
  const add = (
    {
      userId,
      userName,
      workId,
      title,
    }: { userId: string | null; userName: string; workId: string | null; title: string },
    count: number,
    seconds: number,
  ) => {
    const known = people.get(userId ?? '') ?? { userId, userName, jobs: 0, oldestSeconds: 0, works: [] }
    known.jobs += count
    known.oldestSeconds = Math.max(known.oldestSeconds, seconds)
    if (known.works.length < MAX_WORKS && !known.works.some((work) => work.id === workId && work.title === title))
      known.works.push({ id: workId, title })
    people.set(userId ?? '', known)
  }
  for (const job of there) {
    const subject = subjects.get(subjectIdOf(job) ?? '')
    const whose = {
      userId: subject?.user_id ?? null,
      userName: subject?.user_name ?? '',
      workId: subject?.work_id ?? null,
      title: subject?.title || job.name,
    }
    add(whose, 1, Math.max(0, (Date.now() - job.timestamp) / 1_000))
  }
  for (const held of await heldByPerson(db, queue)) add(held, held.parts, held.seconds)
  return [...people.values()].sort((a, b) => b.jobs - a.jobs)
}
