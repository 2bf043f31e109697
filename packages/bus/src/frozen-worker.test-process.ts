import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'
import { startWorker, type Handler } from './worker.js'

// For worker.test.ts: reports when a job starts and when its signal aborts it; never completes one.
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
