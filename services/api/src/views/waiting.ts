import type { BullQueue as Queue } from '@toile/bus/queues'
import { cutText } from '@toile/contracts/cut-text'
import type { ResponseOf } from '@toile/contracts/route'
import type { QueueName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import { listWaitingThings } from '@toile/db/queues/awaiting-admission'
import { jobSubjects, jobOwners } from '@toile/db/queues/job-subjects'
import { bullStates } from './queue-jobs.js'
import type { Routes } from '@toile/contracts/routes'

type Waiting = ResponseOf<Routes['listWaiting']>['items'][number]

const MAX_WORKS = 8
const MAX_PEOPLE = 100
const PAGE = 1_000
/** Pages overlap by this many jobs, so no job is missed unless more jobs than that leave between two pages. */
const OVERLAP = 100

/** Yields the ids of all waiting jobs, each once. Within a page, queued jobs come in order, then delayed jobs. */
async function* waitingJobIds(queue: Queue): AsyncGenerator<string[]> {
  const seen = new Set<string>()
  for (let at = 0; ; at += PAGE - OVERLAP) {
    const ids = await queue.getRanges([...bullStates.waiting, ...bullStates.delayed], at, at + PAGE - 1, true)
    if (ids.length === 0) return
    const fresh = ids.filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    yield fresh
  }
}

function partsOf(jobId: string): { subjectId: string; name: string } | undefined {
  const [, subjectId, name] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(.+)\.\d+$/.exec(jobId) ?? []
  return subjectId && name ? { subjectId, name } : undefined
}

const subjectsIn = (jobIds: readonly string[]) => jobIds.flatMap((id) => partsOf(id)?.subjectId ?? [])

/** The `MAX_PEOPLE` users with the most jobs, including jobs not admitted yet. Jobs without a user form one group. */
export async function byPerson(db: Db, queue: Queue): Promise<Waiting[]> {
  const people = new Map<string, Waiting & { firstJob?: string }>()
  const add = (
    {
      userId,
      userName,
      workId,
      title,
    }: { userId: string | null; userName: string; workId: string | null; title: string },
    count: number,
    first: { job: string } | { seconds: number },
  ) => {
    const known = people.get(userId ?? '') ?? { userId, userName, jobs: 0, oldestSeconds: 0, works: [] }
    known.jobs += count
    if ('job' in first) known.firstJob ??= first.job
    else known.oldestSeconds = Math.max(known.oldestSeconds, first.seconds)
    if (known.works.length < MAX_WORKS && !known.works.some((work) => work.id === workId && work.title === title))
      known.works.push({ id: workId, title })
    people.set(userId ?? '', known)
  }
  for await (const ids of waitingJobIds(queue)) {
    const subjects = await jobSubjects(db, subjectsIn(ids))
    for (const id of ids) {
      const parts = partsOf(id)
      const subject = subjects.get(parts?.subjectId ?? '')
      const whose = {
        userId: subject?.userId ?? null,
        userName: subject?.userName ?? '',
        workId: subject?.workId ?? null,
        title: subject?.title || cutText(parts?.name ?? id, 512),
      }
      add(whose, 1, { job: id })
    }
  }
  for (const held of await listWaitingThings(db, queue.name as QueueName))
    add(held, held.parts, { seconds: held.seconds })
  const most = [...people.values()].sort((a, b) => b.jobs - a.jobs).slice(0, MAX_PEOPLE)
  return Promise.all(most.map((person) => withOldest(queue, person)))
}

async function withOldest(queue: Queue, { firstJob, ...person }: Waiting & { firstJob?: string }): Promise<Waiting> {
  const job = firstJob === undefined ? undefined : await queue.getJob(firstJob)
  const seconds = job ? Math.max(0, (Date.now() - job.timestamp) / 1_000) : 0
  return { ...person, oldestSeconds: Math.max(person.oldestSeconds, seconds) }
}

export async function waitingJobsOfUser(db: Db, queue: Queue, userId: string): Promise<string[]> {
  const found: string[] = []
  for await (const ids of waitingJobIds(queue)) {
    const owners = await jobOwners(db, subjectsIn(ids))
    found.push(...ids.filter((id) => owners.get(partsOf(id)?.subjectId ?? '') === userId))
  }
  return found
}
