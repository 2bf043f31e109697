import { isOurs } from '@toile/bus/dead-letters'
import type { BullJob as Job } from '@toile/bus/queues'
import type { JobPayload } from '@toile/contracts/jobs'
import type { QueueJob } from '@toile/contracts/queues/queues'
import type { JobState } from '@toile/contracts/queues/queues.constants'
import type { Db } from '@toile/db/client'
import { jobSubjects } from '@toile/db/queues/job-subjects'

/** The BullMQ states of each of our states. While a queue is paused, its waiting jobs stay in `waiting`. */
export const bullStates = {
  waiting: ['waiting'],
  active: ['active'],
  delayed: ['delayed'],
  failed: ['failed'],
  completed: ['completed'],
} as const satisfies Record<JobState, readonly string[]>

export async function stateOf(job: Job): Promise<JobState> {
  const state = await job.getState()
  const ours = (Object.keys(bullStates) as JobState[]).find((one) => one === state)
  return ours ?? 'waiting'
}

export function subjectIdOf(job: Job): string | undefined {
  return isOurs(job) ? (job.data as JobPayload).id : undefined
}

export async function jobViews(db: Db, jobs: readonly Job[], state: (job: Job) => JobState): Promise<QueueJob[]> {
  const there = jobs.filter((job) => job?.id)
  const subjects = await jobSubjects(
    db,
    there.flatMap((job) => subjectIdOf(job) ?? []),
  )
  return there.map((job) => {
    const subject = subjects.get(subjectIdOf(job) ?? '')
    const { id, attempt } = (job.data ?? {}) as Partial<JobPayload>
    return {
      id: job.id!.slice(0, 128),
      name: job.name.slice(0, 64),
      state: state(job),
      payload: { id: String(id ?? '').slice(0, 128), attempt: Number.isInteger(attempt) ? attempt! : 0 },
      subject: subject ? { ...subject, title: subject.title.slice(0, 512) } : null,
      tries: job.attemptsStarted,
      maxTries: Math.max(1, job.opts.attempts ?? 1),
      createdAt: new Date(job.timestamp).toISOString(),
      startedAt: timeOf(job.processedOn),
      finishedAt: timeOf(job.finishedOn),
      error: job.failedReason ? job.failedReason.slice(0, 2_048) : null,
    }
  })
}

export const timeOf = (ms: number | undefined): string | null => (ms ? new Date(ms).toISOString() : null)
