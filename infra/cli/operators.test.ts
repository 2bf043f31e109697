import { Worker } from 'bullmq'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { openQueues } from '@toile/bus/queues'
import { PREFIX } from '@toile/bus/redis'
import { newId } from '@toile/contracts/ids'
import { failUpload, finishUpload } from '@toile/db/uploads/uploads-transitions'
import { findUser } from '@toile/db/users/users'
import { createLogger } from '@toile/runtime/logger'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeUpload, makeUser } from '@toile/testing/factories'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import type { Command } from './command.js'
import { jobsRetry } from './jobs-retry.js'
import { mediaRegenerate } from './media-regenerate.js'
import { queues } from './queues.js'
import { userBan, userUnban } from './users/user-ban.js'
import { userDemote, userPromote } from './users/user-group.js'
import { userResetPassword, userVerifyEmail } from './users/user-mail.js'
import { userShow } from './users/user-show.js'

let test: TestDatabase
let redis: TestRedis
t.before(async () => {
  test = await createTestDatabase()
  redis = await startTestRedis()
  Object.assign(process.env, { DATABASE_URL: test.url, REDIS_URL: redis.url, DATA_DIR: '/nowhere' })
})
const { DATA_DIR } = process.env
t.teardown(async () => {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'DATA_DIR']) delete process.env[name]
  Object.assign(process.env, DATA_DIR !== undefined && { DATA_DIR })
  await redis.stop()
  await test.drop()
})

async function said(command: Command, ...args: string[]): Promise<string> {
  const printed = t.capture(console, 'log', () => {})
  try {
    await command.run(args)
    return printed()
      .map((call) => String(call.args[0]))
      .join('\n')
  } catch (error) {
    return `! ${(error as Error).message}`
  } finally {
    printed.restore()
  }
}
const actions = async (id: string) =>
  (
    await sql<{ action: string; by: string }>`select action, params->>'by' as by from audit
      where subject_id = ${id} and actor_id is null order by created_at`.execute(test.db)
  ).rows.map(({ action, by }) => `${action} ${by}`)

await t.test(
  'user commands show, promote, verify and mail a link, keep the last administrator, and write the audit log',
  async (t) => {
    const ann = await makeUser(test.db, { verified: false })
    t.match(await said(userShow, ann.email), new RegExp(`username +${ann.username}[^]*not confirmed[^]*signed in 0`))
    t.match(await said(userPromote, ann.username), /is an administrator now/)
    t.match(await said(userPromote, ann.username), /is one already/)
    t.match(await said(userDemote, ann.username), /! .*the only administrator/)
    await makeUser(test.db, { group: 'admin' })
    t.match(await said(userDemote, ann.username), /no administrator any more/)
    t.match(await said(userVerifyEmail, ann.email), /counts as confirmed/)
    t.match(await said(userVerifyEmail, ann.email), /was confirmed before/)
    t.match(await said(userResetPassword, ann.username), /on its way/)
    t.match(await findUser(test.db, ann.id), { group: 'user', email_verified_at: Date })
    const mails = await sql`select kind from mails where address = ${ann.email}`.execute(test.db)
    t.same(mails.rows, [{ kind: 'reset_password' }])
    t.same(await actions(ann.id), [
      'user.promoted cli',
      'user.demoted cli',
      'user.emailVerified cli',
      'user.passwordLinkSent cli',
    ])
    t.match(await said(userBan, ann.email), /! --reason is required/)
    t.match(await said(userBan, ann.email, '--reason', 'Sells stolen works', '--days', '0'), /! --days/)
    t.match(await said(userBan, ann.email, '--reason', 'Sells stolen works', '--days', '2'), /is banned until 20/)
    t.match(await said(userPromote, ann.email), /! .*banned/)
    t.match(await said(userUnban, ann.email, '--reason', 'They were hers'), /may sign in again/)
    t.match(await said(userUnban, ann.email, '--reason', 'They were hers'), /! .*is not banned/)
    t.same((await actions(ann.id)).slice(4), ['user.banned cli', 'user.unbanned cli'])
    t.match(await said(userShow, 'nobody'), /! There is no user nobody/)
    t.match(await said(userShow), /! user show needs one/)
  },
)

await t.test(
  'jobs retry handles one job or all with one error, moves their rows and writes the audit log',
  async (t) => {
    const log = createLogger('test', 'silent')
    const producer = openQueues(redis.url, log)
    const owner = await makeUser(test.db)
    const ids = [await makeUpload(test.db, owner), await makeUpload(test.db, owner)]
    for (const id of ids) {
      await finishUpload(test.db, id)
      await failUpload(test.db, { id, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
    }
    const jobs = [...ids, newId()].map((id) => ({ name: 'upload.verify' as const, payload: { id, attempt: 1 } }))
    const breaks = async () => Promise.reject(new Error('the disk is full'))
    const worker = new Worker('uploads', breaks, { connection: { url: redis.url }, prefix: PREFIX })
    let failed = 0
    worker.on('failed', (job) => {
      if (job && job.attemptsMade >= job.opts.attempts!) failed++
      else void job?.promote().catch(() => {})
    })
    await producer.add(jobs)
    await until(() => failed === 3)
    await worker.close()

    t.match(await said(jobsRetry, 'hats', 'x'), /! jobs retry needs a queue/)
    t.match(await said(jobsRetry, 'uploads'), /! jobs retry needs the id/)
    t.match(await said(jobsRetry, 'uploads', '--all-of-error', 'no'), /! No dead letter[^]*3 × the disk is full/)
    const first = `${ids[0]}.upload.verify.1`
    t.match(await said(jobsRetry, 'uploads', first), /Retried 1\./)
    t.match(await said(jobsRetry, 'uploads', first), /! There is no job/)
    t.match(await said(jobsRetry, 'uploads', '--all-of-error', 'the disk is full'), /Retried 2\./)
    const rows = await sql<{ stage: string; attempt: number }>`select stage, attempt from uploads`.execute(test.db)
    t.same(rows.rows, [
      { stage: 'upload', attempt: 2 },
      { stage: 'upload', attempt: 2 },
    ])
    const noted = await sql`select action, params->>'by' as by, params->>'count' as count from audit
    where subject_kind = 'job' order by created_at`.execute(test.db)
    t.same(noted.rows, [
      { action: 'job.retried', by: 'cli', count: null },
      { action: 'jobs.retried', by: 'cli', count: '2' },
    ])
    await producer.close()
  },
)

await t.test('queues prints the numbers of the queue page, and warns when they are old', async (t) => {
  t.match(await said(queues), /! No relay has measured/)
  const health = {
    name: 'images',
    paused: false,
    concurrency: null,
    counts: { waiting: 12, active: 1, delayed: 0, failed: 2, completed: 40 },
    held: 0,
    waiting: 12,
    people: 3,
    oldestWaitingSeconds: 42,
    targetSeconds: 30,
    arrivalsPerMinute: 6,
    completionsPerMinute: 4,
    failuresPerMinute: 0,
    wait: { p50: 0.4, p95: 12 },
    run: null,
    secondsToEmpty: 180,
    workersToAdd: 1,
    workers: 1,
    slots: 2,
    measuredAt: new Date().toISOString(),
  }
  await sql`insert into queue_health (queue, health, event_id) values ('images', ${JSON.stringify(health)}::jsonb, '')`.execute(
    test.db,
  )
  const lines = (await said(queues)).split('\n')
  t.match(lines[0], /^queue +waiting +oldest/)
  t.match(lines[1]?.split(/\s+/), [
    'images',
    '12',
    '42s',
    '30s',
    '1/2',
    '2',
    '6',
    '4',
    '0',
    '0.4s/12s',
    '-',
    '3m',
    '1',
    '1',
  ])
  await sql`update queue_health set health = health || '{"measuredAt":"2026-01-01T00:00:00.000Z"}'`.execute(test.db)
  t.match(await said(queues), /! These numbers are \d+h old/)
})

await t.test(
  'media regenerate queues what is ready, all or by id, one event each, and writes the audit log',
  async (t) => {
    const owner = await makeUser(test.db)
    const [ready, other] = [await makeReadyUpload(test.db, owner), await makeReadyUpload(test.db, owner)]
    const waiting = await makeUpload(test.db, owner)
    t.match(await said(mediaRegenerate, '--works', '--id', ready.uploadId), /Asked for 1\./)
    t.match(await said(mediaRegenerate, '--works'), /Asked for 2\./)
    t.match(await said(mediaRegenerate, '--images', '--missing'), /Asked for 0\./)
    t.match(await said(mediaRegenerate), /! media regenerate needs/)
    t.match(await said(mediaRegenerate, '--works', '--id', 'x'), /! --id takes/)
    const events = await sql<{ subject_id: string; attempt: number }>`select subject_id, attempt from events
    where type = 'upload.remake' order by subject_id, attempt`.execute(test.db)
    t.same(
      events.rows,
      [
        { subject_id: ready.uploadId, attempt: 2 },
        { subject_id: ready.uploadId, attempt: 3 },
        { subject_id: other.uploadId, attempt: 2 },
      ].sort((a, b) => a.subject_id.localeCompare(b.subject_id)),
    )
    t.notOk(events.rows.some(({ subject_id }) => subject_id === waiting))
    const noted =
      await sql`select params->>'count' as count from audit where action = 'media.remade' order by created_at`.execute(
        test.db,
      )
    t.same(noted.rows, [{ count: '1' }, { count: '2' }])
  },
)
