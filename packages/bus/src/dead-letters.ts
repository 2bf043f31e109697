import { ErrorCode } from 'bullmq'
import { Value } from 'typebox/value'
import { JobPayload, jobs as knownJobs, type JobName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import { jobActions } from '@toile/db/queues/job-actions'
import type { BullJob as Job } from './queues.js'

export const MAX_DEAD_LETTERS = 1_000

export interface DeadLetters {
  error: string
  count: number
  firstAt: string
  lastAt: string
  sample: Job
}

/** Errors are grouped by their first line, at most 512 characters, with placeholders for ids and numbers. */
export function errorOf(job: Job): string {
  const [line = ''] = (job.failedReason ?? '').split('\n')
  return line
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
    .replace(/\d+/g, '#')
    .slice(0, 512)
}

/** Groups jobs by error, the largest group first. A group's `sample` is its first job in `jobs`. */
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

/** Whether this version of Toile knows the job and accepts its payload. Data of other jobs must not be used. */
export function isOurs(job: Job): boolean {
  return job.name in knownJobs && Value.Check(JobPayload, job.data)
}

/**
 * Restarts the job's subject at its last good stage. If that is not possible, retries the job instead.
 * @returns false if the job to retry is locked or no longer failed, for example because another caller was first
 */
export async function sendAgain(db: Db, job: Job): Promise<boolean> {
  if (!isOurs(job) || !(await jobActions[job.name as JobName].sendAgain(db, job.data as JobPayload)))
    return isStillSo(job.retry('failed'))
  await isStillSo(job.remove())
  return true
}

/** Awaits a change of a job. @returns false if the job has left the expected state, is locked or no longer exists */
export async function isStillSo(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown }
    const isLost = code === ErrorCode.JobNotExist || code === ErrorCode.JobNotInState || /is locked/.test(message)
    if (isLost) return false
    throw error
  }
}
