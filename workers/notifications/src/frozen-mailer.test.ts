import { fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { openQueues } from '@toile/bus/queues'
import { startWorker } from '@toile/bus/worker'
import { inTransaction } from '@toile/db/client'
import { mailLink } from '@toile/db/sessions/one-time-tokens'
import { createRunning } from '@toile/runtime/process'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { startTestMailServer, type TestMailServer } from '@toile/testing/mail-server'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { handlersOf } from './notifications-worker.js'
import { openTransport } from './transport.js'

// Q04: freezes or kills a worker at each critical point, then runs a second one. A local SMTP server keeps the mails.

const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'frozen-mailer.test-process.js')
let test: TestDatabase
let server: TestMailServer
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestMailServer()
})
t.teardown(async () => {
  await server.stop()
  await test.drop()
})

type Point = 'before the claim' | 'within the claim' | 'after the commit' | 'after the 250'

/** Freezes or kills a worker at the point, starts a second one, then wakes the frozen one. @returns all Message-IDs */
async function mailsWhenStopped(point: Point): Promise<(string | undefined)[]> {
  const ann = await makeUser(test.db, { verified: false })
  await mailLink(test.db, ann, 'verify_email', ann.email)
  const { rows } = await sql<{ id: string; token_id: string }>`select id, token_id from mails
    where address = ${ann.email}`.execute(test.db)
  const { id, token_id: tokenId } = rows[0]!
  const redis = await startTestRedis()
  const config = await testConfig({ databaseUrl: test.url, redisUrl: redis.url })
  const running = createRunning('test', config)
  const queues = openQueues(redis.url, running.log)
  const env = { TEST_WORKER_DATABASE: test.url, TEST_WORKER_REDIS: redis.url, TEST_WORKER_SMTP: server.url }
  const child = fork(script, { env: { ...process.env, ...env, TEST_POINT: point } })
  const messages = new Set<string>()
  child.on('message', (word) => messages.add(String(word)))
  child.once('exit', () => messages.add('dead'))
  const receives = (word: string) => until(() => messages.has(word))
  await receives('ready')

  const give = () => queues.add([{ name: 'mail.send', payload: { id, attempt: 1 } }])
  if (point === 'within the claim')
    // The lock on this row stops the worker after it has claimed the mail and before it checks its claim again.
    await inTransaction(test.db, async (trx) => {
      await sql`select 1 from one_time_tokens where id = ${tokenId} for update`.execute(trx)
      await give()
      await until(async () => (await waitingForLock()) > 0)
      child.kill('SIGSTOP')
    })
  else {
    await give()
    await receives(point === 'after the 250' ? 'dead' : 'there')
  }

  const transport = openTransport({ smtpUrl: server.url, from: 'Toile <no-reply@toile.example>' })
  const parts = { db: test.db, transport, publicUrl: 'https://toile.example', claimSeconds: config.jobLockSeconds }
  startWorker(running, 'notifications', handlersOf(parts))
  await until(async () => !(await queues.isAlive('mail.send', { id, attempt: 1 })))
  if (!messages.has('dead')) {
    child.kill('SIGCONT')
    await receives('through')
    child.kill('SIGKILL')
  }
  await running.shutdown()
  transport.close()
  await queues.close()
  await redis.stop()
  return server.mails.filter(({ to }) => to === ann.email).map(({ mail }) => mail.messageId)
}

/** Number of statements that store a token's hash and wait for a lock. */
async function waitingForLock(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'update one_time_tokens%'`.execute(
    test.db,
  )
  return rows[0]!.n
}

await t.test('Q04 a frozen or killed mail worker sends one mail, or after the 250 two with the same id', async (t) => {
  const points = ['before the claim', 'within the claim', 'after the commit', 'after the 250'] as const
  const [before, within, after, killed] = await Promise.all(points.map(mailsWhenStopped))
  t.equal(before!.length, 1, 'frozen before its claim')
  t.equal(within!.length, 1, 'frozen past its claim')
  t.equal(after!.length, 1, 'frozen after its commit')
  t.ok(killed!.length >= 1 && killed!.length <= 2, `killed after the 250: ${killed!.length}`)
  t.equal(new Set(killed).size, 1, 'with the same Message-ID')
  t.ok(killed![0])
})
