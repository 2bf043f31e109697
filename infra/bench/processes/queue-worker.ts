import { Worker } from 'bullmq'
import { Logger, run } from 'graphile-worker'
import PgBoss from 'pg-boss'
import { startWorker } from '@toile/bus/worker'
import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'

// A process of its own for queue.ts: the working side of one kind of queue. Its handler only says which job it was given,
// and when; the clock counts nanoseconds since the machine started, so it is one for all processes.

export type QueueKind = 'toile' | 'bullmq' | 'graphile-worker' | 'pg-boss'
export interface ToWorker {
  kind: QueueKind
  databaseUrl: string
  redisUrl: string
  concurrency: number
}
export type FromWorker = 'ready' | { id: string; at: string }[]

/** The name of the peers' queues. */
export const BENCH_QUEUE = 'bench'
/** pg-boss looks for jobs this often, and not more often, so it is to take many at once. */
const bossOptions = { pollingIntervalSeconds: 0.5, batchSize: 1_000 }
/** What graphile-worker fetches ahead, as its manual advises for speed. */
const localQueueOptions = { size: 200 }

let given: { id: string; at: string }[] = []
const tell = (message: FromWorker) => process.send!(message)
/** Told together, so that the telling is not what is measured. */
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
