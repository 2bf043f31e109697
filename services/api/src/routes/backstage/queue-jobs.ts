import { byError, errorOf, isOurs, isStillSo, MAX_DEAD_LETTERS, sendAgain } from '@toile/bus/dead-letters'
import { causeOfJob, withQueues, type BullJob as Job, type BullQueue as Queue } from '@toile/bus/queues'
import type { AuditAction } from '@toile/contracts/audit/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import type { JobName, JobPayload, QueueName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import { recordAudit } from '@toile/db/audit/audit'
import { eventsOf, heldJobsOf, jobActions, livingRendersOf } from '@toile/db/queues/job-actions'
import { cancelRender } from '@toile/db/renders/renders-transitions'
import type { User } from '@toile/db/users/users'
import { consequencesOf } from '../../views/consequences.js'
import { bullStates, jobViews, stateOf, subjectIdOf } from '../../views/queue-jobs.js'
import { byPerson, waitingJobsOfUser } from '../../views/waiting.js'
import { queueOf } from './queues.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function queueJobHandlers({ redis }: Context) {
  const inQueue = async <T>(name: string, act: (queue: Queue) => Promise<T>): Promise<T> => {
    let result!: T
    await withQueues(redis, [queueOf(name)], async (queue) => (result = await act(queue)))
    return result
  }
  const jobOf = async (queue: Queue, id: string): Promise<Job> => {
    const job = await queue.getJob(id)
    if (!job) throw new ToileError('NOT_FOUND')
    return job
  }
  const note = (db: Db, user: User, action: AuditAction, job: Job, params: Record<string, string> = {}) => {
    const subjectId = subjectIdOf(job)
    const about = {
      subjectKind: 'job',
      ...(subjectId && { subjectId }),
      params: { queue: job.queueName, job: job.id!, ...params },
    }
    return recordAudit(db, { actorId: user.id, action, ...about })
  }

  return {
    listJobs: ({ db, params, query: { state = 'waiting', page, pageSize } }) =>
      inQueue(params.name, async (queue) => {
        const first = (page - 1) * pageSize
        const types = bullStates[state]
        const counts = await queue.getJobCounts(...types)
        const isEnded = state === 'failed' || state === 'completed'
        const jobs = await queue.getJobs([...types], first, first + pageSize - 1, !isEnded)
        const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
        return { items: await jobViews(db, jobs, () => state), total }
      }),

    getJob: ({ db, params }) =>
      inQueue(params.name, async (queue) => {
        const job = await jobOf(queue, params.id)
        const state = await stateOf(job)
        const [view] = await jobViews(db, [job], () => state)
        const { logs } = await queue.getJobLogs(params.id)
        const id = subjectIdOf(job)
        const timeline = id ? await eventsOf(db, id) : []
        const requestId = causeOfJob(job)?.requestId
        return {
          job: view!,
          logs: logs.slice(-200).map((line) => line.slice(0, 4_096)),
          timeline: timeline.map(({ type, attempt, created_at }) => ({ type, attempt, at: created_at.toISOString() })),
          request: requestId ? { id: requestId, consequences: await consequencesOf(db, redis, requestId) } : null,
        }
      }),

    listDeadLetters: ({ db, params }) =>
      inQueue(params.name, async (queue) => {
        const groups = byError(await queue.getJobs(['failed'], 0, MAX_DEAD_LETTERS - 1))
        const samples = await jobViews(
          db,
          groups.map(({ sample }) => sample),
          () => 'failed',
        )
        return { items: groups.map(({ sample: _job, ...group }, at) => ({ ...group, sample: samples[at]! })) }
      }),

    listWaiting: ({ db, params }) => inQueue(params.name, async (queue) => ({ items: await byPerson(db, queue) })),

    retryJob: ({ db, user, params }) =>
      inQueue(params.name, async (queue) => {
        const job = await jobOf(queue, params.id)
        if ((await stateOf(job)) !== 'failed') throw new ToileError('STATE_CONFLICT')
        await note(db, user, 'job.retried', job)
        if (!(await sendAgain(db, job))) throw new ToileError('STATE_CONFLICT')
        return { done: 1 }
      }),

    retryJobsOfError: ({ db, user, params, body: { error } }) =>
      inQueue(params.name, async (queue) => {
        const failed = await queue.getJobs(['failed'], 0, MAX_DEAD_LETTERS - 1)
        const jobs = failed.filter((job) => errorOf(job) === error)
        if (jobs.length === 0) throw new ToileError('NOT_FOUND')
        await recordAudit(db, {
          actorId: user.id,
          action: 'jobs.retried',
          subjectKind: 'job',
          params: { queue: params.name, error, count: jobs.length },
        })
        let done = 0
        for (const job of jobs) if (await sendAgain(db, job)) done++
        if (done === 0) throw new ToileError('STATE_CONFLICT')
        return { done }
      }),

    removeJob: ({ db, user, params }) =>
      inQueue(params.name, async (queue) => {
        const job = await jobOf(queue, params.id)
        // A running job is locked. A completed job must stay, because its id prevents a second run.
        const state = await stateOf(job)
        if (state === 'active' || state === 'completed') throw new ToileError('STATE_CONFLICT')
        await note(db, user, 'job.removed', job, { state })
        await stop(db, job)
        return { done: 1 }
      }),

    promoteJob: ({ db, user, params }) =>
      inQueue(params.name, async (queue) => {
        const job = await jobOf(queue, params.id)
        if ((await stateOf(job)) !== 'delayed') throw new ToileError('STATE_CONFLICT')
        await note(db, user, 'job.promoted', job)
        if (!(await isStillSo(job.promote()))) throw new ToileError('STATE_CONFLICT')
        return { done: 1 }
      }),

    stopJobsOfUser: ({ db, user, params, body: { userId } }) =>
      inQueue(params.name, async (queue) => {
        const jobs = await waitingJobsOfUser(db, queue, userId)
        const renders = await livingRendersOf(db, params.name as QueueName, userId)
        const held = await heldJobsOf(db, params.name as QueueName, userId)
        const count = jobs.length + renders.length + held.length
        if (count === 0) throw new ToileError('NOT_FOUND')
        await recordAudit(db, {
          actorId: user.id,
          action: 'jobs.stopped',
          subjectKind: 'user',
          subjectId: userId,
          params: { queue: params.name, count },
        })
        for (const id of renders) await cancelRender(db, id)
        for (const { name, payload } of held) await jobActions[name].stop(db, payload)
        for (const id of jobs) {
          const job = await queue.getJob(id)
          if (job) await stop(db, job)
        }
        return { done: count }
      }),
  } satisfies Partial<Handlers>
}

/** First ends the job's row in Postgres. Then no sweep restarts the job, and the job changes nothing if it starts. */
async function stop(db: Db, job: Job): Promise<void> {
  if (isOurs(job)) await jobActions[job.name as JobName].stop(db, job.data as JobPayload)
  await job.remove().catch(() => undefined)
}
