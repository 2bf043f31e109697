import { startWorker } from '@toile/bus/worker'
import { openDb } from '@toile/db/client'
import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'
import { handlersOf } from './notifications-worker.js'
import { openTransport } from './transport.js'

// A mail worker for frozen-mailer.test.ts that freezes or dies at a given point.
const env = (name: string) => process.env[name]!
const point = env('TEST_POINT')
const config = await testConfig({ databaseUrl: env('TEST_WORKER_DATABASE'), redisUrl: env('TEST_WORKER_REDIS') })
const report = (word: string) => new Promise<void>((resolve) => process.send!(word, () => resolve()))
const at = async (here: string, signal: NodeJS.Signals) => {
  if (point !== here) return
  await report('there')
  process.kill(process.pid, signal)
}

const smtp = openTransport({ smtpUrl: env('TEST_WORKER_SMTP'), from: 'Toile <no-reply@toile.example>' })
const transport = {
  ...smtp,
  async send(email: Parameters<typeof smtp.send>[0]) {
    await smtp.send(email)
    await at('after the 250', 'SIGKILL')
  },
}
const db = openDb({ url: config.databaseUrl, poolSize: 3, onError: () => {} })
const parts = { db, transport, publicUrl: 'https://toile.example', claimSeconds: config.jobLockSeconds }
const handlers = handlersOf(parts)
const send = handlers['mail.send']
const worker = startWorker(createRunning('frozen', config), 'notifications', {
  ...handlers,
  'mail.send': {
    ...send,
    async run(payload, context) {
      await at('before the claim', 'SIGSTOP')
      try {
        await send.run(payload, context)
        await at('after the commit', 'SIGSTOP')
      } finally {
        await report('through')
      }
    },
  },
})
await worker.waitUntilReady()
await report('ready')
