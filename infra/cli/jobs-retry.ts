import { parseArgs } from 'node:util'
import { byError, errorOf, MAX_DEAD_LETTERS, sendAgain } from '@toile/bus/dead-letters'
import { withQueues, type BullJob, type BullQueue } from '@toile/bus/queues'
import { connectRedis } from '@toile/bus/redis'
import type { Params } from '@toile/contracts/failures'
import { queueNames } from '@toile/contracts/jobs'
import { recordAudit } from '@toile/db/audit/audit'
import { createLogger } from '@toile/runtime/logger'
import { CommandFailed, WrongUsage, type Command } from './command.js'
import { readSettings, withDb } from './settings.js'

/** Retries dead letters as the queue page does: one job, or all jobs that `errorOf` groups under the same error. */
export const jobsRetry: Command = {
  usage: 'jobs retry QUEUE JOB | --all-of-error ERROR',
  async run(args) {
    const options = { 'all-of-error': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name, id, ...more] = positionals
    const error = values['all-of-error']
    const queue = queueNames.find((known) => known === name)
    if (!queue) throw new WrongUsage(`jobs retry needs a queue: ${queueNames.join(', ')}.`)
    if ((id === undefined) === (error === undefined) || more.length > 0)
      throw new WrongUsage('jobs retry needs the id of one job, or --all-of-error.')
    const config = readSettings([])
    const redis = connectRedis(config.redisUrl, createLogger('toile', 'silent'))
    try {
      await withDb(config, (db) =>
        withQueues(redis, [queue], async (bull) => {
          const jobs = id === undefined ? await allOf(bull, error!) : [await oneOf(bull, id)]
          const what: Params = id === undefined ? { error: error!, count: jobs.length } : { job: id }
          const action = id === undefined ? 'jobs.retried' : 'job.retried'
          await recordAudit(db, { actorId: null, action, subjectKind: 'job', params: { queue, ...what } })
          let sent = 0
          for (const job of jobs) if (await sendAgain(db, job)) sent++
          console.log(`Retried ${sent}.`)
        }),
      )
    } finally {
      redis.disconnect()
    }
  },
}

async function oneOf(queue: BullQueue, id: string): Promise<BullJob> {
  const job = await queue.getJob(id)
  if (!job) throw new CommandFailed(`There is no job ${id} in ${queue.name}.`)
  const state = await job.getState()
  if (state !== 'failed') throw new CommandFailed(`Job ${id} is ${state}, not failed.`)
  return job
}

async function allOf(queue: BullQueue, error: string): Promise<BullJob[]> {
  const failed = await queue.getJobs(['failed'], 0, MAX_DEAD_LETTERS - 1)
  const jobs = failed.filter((job) => errorOf(job) === error)
  if (jobs.length > 0) return jobs
  const known = byError(failed).map((group) => `  ${group.count} × ${group.error}`)
  throw new CommandFailed(
    known.length > 0
      ? [`No dead letter of ${queue.name} has this error; there are:`, ...known].join('\n')
      : `There are no dead letters in ${queue.name}.`,
  )
}
