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

/** Groups equal errors: the first line without ids and numbers. */
export function errorOf(job: Job): string {
  const [line = ''] = (job.failedReason ?? '').split('\n')
  return line
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
    .replace(/\d+/g, '#')
    .slice(0, 512)
}

/** Latest first within a group, largest group first. */
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

/** Whether it is a known job of this version with a valid payload; nothing else is trusted. */
export function isOurs(job: Job): boolean {
  return job.name in knownJobs && Value.Check(JobPayload, job.data)
}

/** Continues its row from the last good stage, or retries a job without one. False if another caller was first. */
export async function sendAgain(db: Db, job: Job): Promise<boolean> {
  if (!isOurs(job) || !(await jobActions[job.name as JobName].sendAgain(db, job.data as JobPayload)))
    return isStillSo(job.retry('failed'))
  await isStillSo(job.remove())
  return true
}

/** False if the job has left the expected state, or is gone. */
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
