import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'
import { startWorker, type Handler } from './worker.js'

// A process for worker.test.ts. It reports when a job starts and when the job's signal aborts. It completes no job.
const running = createRunning(
  'frozen',
  await testConfig({ databaseUrl: 'postgres://none', redisUrl: process.env['TEST_WORKER_REDIS']! }),
)
const handler: Handler = {
  run: (_payload, { signal }) =>
    new Promise((_resolve, reject) => {
      process.send!('started')
      signal.addEventListener('abort', () => {
        process.send!('aborted')
        reject(new Error('aborted'))
      })
    }),
  fail: async () => {},
}
startWorker(running, 'uploads', {
  'upload.verify': handler,
  'upload.process': handler,
  'upload.preview': handler,
  'upload.remake': handler,
})
