import { Worker } from 'bullmq'
import { Logger, run } from 'graphile-worker'
import PgBoss from 'pg-boss'
import { startWorker } from '@toile/bus/worker'
import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'

// This worker of queue.ts reports the id and the time of each job. Times are nanoseconds of the monotonic clock, which
// all processes share.

export type QueueKind = 'toile' | 'bullmq' | 'graphile-worker' | 'pg-boss'
export interface ToWorker {
  kind: QueueKind
  databaseUrl: string
  redisUrl: string
  concurrency: number
}
export type FromWorker = 'ready' | { id: string; at: string }[]

export const BENCH_QUEUE = 'bench'
/** 0.5 s is the shortest polling interval that pg-boss accepts, so each poll takes many jobs. */
const bossOptions = { pollingIntervalSeconds: 0.5, batchSize: 1_000 }
/** Number of jobs that graphile-worker prefetches, as its manual advises for speed. */
const localQueueOptions = { size: 200 }

let given: { id: string; at: string }[] = []
const tell = (message: FromWorker) => process.send!(message)
/** Jobs are reported in batches, because one message per job would slow down the measured worker. */
function handle(id: string): void {
  if (given.length === 0)
    setImmediate(() => {
      tell(given)
      given = []
    })
  given.push({ id, at: String(process.hrtime.bigint()) })
}

const starts: Record<QueueKind, (message: ToWorker) => Promise<unknown>> = {
  async toile({ databaseUrl, redisUrl, concurrency }) {
    const config = await testConfig({ databaseUrl, redisUrl, workerConcurrency: concurrency, jobLockSeconds: 30 })
    const handler = { run: async ({ id }: { id: string }) => handle(id), fail: async () => {} }
    startWorker(createRunning('bench', config), 'images', { 'image.process': handler, 'image.remake': handler })
  },
  async bullmq({ redisUrl, concurrency }) {
    const connection = { url: redisUrl, maxRetriesPerRequest: null }
    new Worker<{ id: string }>(BENCH_QUEUE, async ({ data }) => handle(data.id), { connection, concurrency })
  },
  'graphile-worker': ({ databaseUrl, concurrency }) =>
    run({
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList: { [BENCH_QUEUE]: async (payload) => handle((payload as { id: string }).id) },
      preset: {
        worker: {
          connectionString: databaseUrl,
          concurrentJobs: concurrency,
          localQueue: localQueueOptions,
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    }),
  async 'pg-boss'({ databaseUrl }) {
    const boss = await new PgBoss(databaseUrl).start()
    await boss.createQueue(BENCH_QUEUE)
    await boss.work<{ id: string }>(BENCH_QUEUE, bossOptions, async (jobs) =>
      jobs.forEach(({ data }) => handle(data.id)),
    )
  },
}

process.once('message', (message: ToWorker) => {
  void starts[message.kind](message).then(() => tell('ready'))
})
process.once('disconnect', () => process.exit(0))
