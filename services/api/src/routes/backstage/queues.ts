import { livingWorkers } from '@toile/bus/worker-counts'
import type { AuditAction } from '@toile/contracts/audit/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import { spread } from '@toile/contracts/queues/queue-times'
import { inTransaction, type Db } from '@toile/db/client'
import { recordAudit } from '@toile/db/audit/audit'
import { presentQueues } from '@toile/db/queues/queue-health'
import { deploysSince, historyOf, steps } from '@toile/db/queues/queue-history'
import { setConcurrency, setDrained, setPaused } from '@toile/db/queues/queue-settings'
import type { User } from '@toile/db/users/users'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function queueOf(name: string): QueueName {
  const known = queueNames.find((queue) => queue === name)
  if (!known) throw new ToileError('NOT_FOUND')
  return known
}

export function queueHandlers({ redis }: Context) {
  const controlQueue = async (
    db: Db,
    user: User,
    name: string,
    action: AuditAction,
    params: object,
    change: (trx: Db, queue: QueueName) => Promise<void>,
  ) => {
    const queue = queueOf(name)
    await inTransaction(db, async (trx) => {
      await change(trx, queue)
      await recordAudit(trx, { actorId: user.id, action, subjectKind: 'queue', params: { queue, ...params } })
    })
    const health = (await presentQueues(db)).find((row) => row.name === queue)
    // A relay that has just started needs a second for its first measurement.
    if (!health) throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 2 })
    return health
  }
  const drain = async (db: Db, user: User, id: string, drained: boolean) => {
    const worker = (await livingWorkers(redis)).find((one) => one.id === id)
    if (!worker) throw new ToileError('NOT_FOUND')
    await inTransaction(db, async (trx) => {
      await setDrained(trx, id, drained)
      const params = { queue: worker.queue, host: worker.host }
      const action = drained ? 'worker.drained' : 'worker.undrained'
      await recordAudit(trx, { actorId: user.id, action, subjectKind: 'worker', subjectId: id, params })
    })
    return { done: 1 }
  }

  return {
    listQueues: async ({ db }) => ({ items: await presentQueues(db), now: new Date().toISOString() }),
    listWorkers: async () => ({ items: await livingWorkers(redis) }),
    pauseQueue: ({ db, user, params }) =>
      controlQueue(db, user, params.name, 'queue.paused', {}, (trx, queue) => setPaused(trx, queue, true)),
    resumeQueue: ({ db, user, params }) =>
      controlQueue(db, user, params.name, 'queue.resumed', {}, (trx, queue) => setPaused(trx, queue, false)),
    setQueueConcurrency: ({ db, user, params, body: { concurrency = null } }) =>
      controlQueue(
        db,
        user,
        params.name,
        'queue.concurrency',
        { concurrency: concurrency ?? 'default' },
        (trx, queue) => setConcurrency(trx, queue, concurrency),
      ),
    drainWorker: ({ db, user, params }) => drain(db, user, params.id, true),
    undrainWorker: ({ db, user, params }) => drain(db, user, params.id, false),

    async queueHistory({ db, params, query: { range = '24h' } }) {
      const queue = queueOf(params.name)
      const [points, deploys] = await Promise.all([historyOf(db, queue, range), deploysSince(db, range)])
      return {
        range,
        stepSeconds: steps[range].seconds,
        points: points.map((point) => ({
          at: point.at.toISOString(),
          arrived: point.arrived,
          completed: point.completed,
          failed: point.failed,
          waiting: point.waiting,
          oldestSeconds: point.oldestSeconds,
          workers: point.workers,
          waitP95: spread(point.waits)?.p95 ?? null,
          runP50: spread(point.runs)?.p50 ?? null,
          runP95: spread(point.runs)?.p95 ?? null,
        })),
        deploys: deploys.map(({ version, at }) => ({ version, at: at.toISOString() })),
      }
    },
  } satisfies Partial<Handlers>
}
