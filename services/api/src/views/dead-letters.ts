import type { BullJob as Job } from '@toile/bus/queues'

export interface DeadLetters {
  error: string
  count: number
  firstAt: string
  lastAt: string
  /** The latest. */
  sample: Job
}

/** What went wrong, without what tells one job from the next: the first line, ids and numbers left out. */
export function errorOf(job: Job): string {
  const [line = ''] = (job.failedReason ?? '').split('\n')
  return line
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
    .replace(/\d+/g, '#')
    .slice(0, 512)
}

/** Failed jobs, the latest first, by what went wrong; the largest group first. */
export function byError(jobs: readonly Job[]): DeadLetters[] {
  const groups = new Map<string, Job[]>()
  for (const job of jobs.filter((one) => one?.id)) groups.set(errorOf(job), [...(groups.get(errorOf(job)) ?? []), job])
  return [...groups]
    .map(([error, [sample, ...others]]) => {
      const times = [sample!, ...others].map((job) => job.finishedOn ?? job.timestamp)
      return {
        error,
        count: others.length + 1,
        firstAt: new Date(Math.min(...times)).toISOString(),
        lastAt: new Date(Math.max(...times)).toISOString(),
        sample: sample!,
      }
    })
    .sort((a, b) => b.count - a.count)
}
