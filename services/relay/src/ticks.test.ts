import { Worker } from 'bullmq'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { LiveMessage } from '@toile/bus/live-stream'
import { queuePositions } from '@toile/bus/queue-position'
import { onProgress, progressReporter } from '@toile/bus/progress'
import { PREFIX } from '@toile/bus/redis'
import { relayBatch } from '@toile/bus/relay'
import { MAX_TASK_ATTEMPTS } from '@toile/contracts/notifications/notifications.constants'
import { MAX_UPLOAD_RESTARTS } from '@toile/contracts/uploads/uploads.constants'
import { inTransaction } from '@toile/db/client'
import { setFollow } from '@toile/db/users/creators'
import { endTask } from '@toile/db/notifications/notification-tasks'
import { mailLink } from '@toile/db/sessions/one-time-tokens'
import { ensureTicks, ticksLateSeconds } from '@toile/db/queues/ticks'
import { admitWaiting, waitingOf } from '@toile/db/files/admission-queues'
import { findUpload } from '@toile/db/uploads/uploads'
import { failUpload } from '@toile/db/uploads/uploads-transitions'
import { likeWork } from '@toile/db/works/work-counters'
import { insertWork, moveWork, updateWork } from '@toile/db/works/works-transitions'
import { newId } from '@toile/contracts/ids'
import type { UploadStageMessage } from '@toile/contracts/uploads/uploads'
import { makeActivity } from '@toile/testing/activities'
import { makeReadyUpload, makeUpload, makeUser } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { publishPhases } from './ticks/activities.js'
import { publishCounters } from './ticks/counters.js'
import { purgeFiles } from './ticks/files.js'
import { redriveMails } from './ticks/mails.js'
import { redriveTasks } from './ticks/notifications.js'
import { reportQueuePositions } from './ticks/queue-positions.js'
import { expireUnfinishedUploads, finishReceivedUploads, redriveStuckUploads } from './ticks/uploads.js'
import { runDueTicks, tickLoops } from './ticks.js'
import { startRelay } from './relay-parts.test-support.js'

const { db, redis, redisUrl, queues, relay, ticks, received, age, drain, close } = await startRelay()
t.teardown(close)

await t.test('Q05 after FLUSHALL the sweep restores every job, as a new attempt', async (t) => {
  const id = await received()
  await drain()
  await age(id)
  await redriveStuckUploads(ticks)
  t.match(await findUpload(db, id), { attempt: 1 }, 'a job that waits is left alone, however long')
  await redis.flushall()
  await age(id)
  await redriveStuckUploads(ticks)
  t.match(await findUpload(db, id), { attempt: 2, stage: 'upload' })
  await drain()
  t.ok(await queues.isAlive('upload.verify', { id, attempt: 2 }))
})

await t.test('Q05 a subject that cannot be restarted does not hold up the others', async (t) => {
  const [stuck, other] = [await received(), await received()]
  await drain()
  await redis.flushall()
  for (const id of [stuck, other]) await age(id)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db)
  await sql`create trigger refuse before update on uploads for each row when (old.id = ${sql.lit(stuck)})
    execute function refuse()`.execute(db)
  await redriveStuckUploads(ticks)
  await sql`drop function refuse cascade`.execute(db)
  t.match(await findUpload(db, stuck), { attempt: 1 })
  t.match(await findUpload(db, other), { attempt: 2 })
})

await t.test(
  'Q05 a relay killed while admitting, or before reporting, loses nothing and reports nothing twice',
  async (t) => {
    // Ends all other uploads, so that they cannot be admitted below.
    await sql`update uploads set stage = 'failed'`.execute(db)
    const [admitted, waiting] = [await received(), await received()]
    const died = inTransaction(db, async (trx) => {
      await admitWaiting(trx, 'uploads', 8)
      throw new Error('killed')
    })
    await t.rejects(died)
    t.match((await waitingOf(db, 'uploads', (await findUpload(db, admitted))!.ownerId)).length, 1, 'as if never begun')
    await admitWaiting(db, 'uploads', 1)
    // Simulates a kill of the relay at this point: the event exists without its job.
    await redis.flushall()
    for (const id of [admitted, waiting]) await age(id)
    while ((await relayBatch(relay)) > 0);
    await redriveStuckUploads(ticks)
    t.ok(await queues.isAlive('upload.verify', { id: admitted, attempt: 1 }))
    t.notOk(await queues.isAlive('upload.verify', { id: waiting, attempt: 1 }))
    t.match(await findUpload(db, waiting), { attempt: 1, stage: 'upload' }, 'the sweep leaves what waits alone')
    await failUpload(db, { id: admitted, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
    await drain()
    t.ok(await queues.isAlive('upload.verify', { id: waiting, attempt: 1 }))
  },
)

await t.test('Q05 a Redis that refuses writes only delays jobs: no attempt is counted', async (t) => {
  const id = await received()
  await drain()
  await redis.flushall()
  const sweepAll = async () => {
    await age(id)
    await sql`update ticks set due_at = now(), claimed_until = null`.execute(db)
    await runDueTicks(ticks)
  }
  await redis.config('SET', 'maxmemory', '1')
  try {
    for (let i = 0; i <= MAX_UPLOAD_RESTARTS; i++) await sweepAll()
  } finally {
    await redis.config('SET', 'maxmemory', '0')
  }
  t.match(await findUpload(db, id), { attempt: 1, stage: 'upload' })
  await sweepAll()
  await drain()
  t.match(await findUpload(db, id), { attempt: 2, stage: 'upload' })
  t.ok(await queues.isAlive('upload.verify', { id, attempt: 2 }))
})

await t.test('a tick of a former version does not make a running relay look stopped', async (t) => {
  await sql`update ticks set due_at = now(), claimed_until = null`.execute(db)
  await sql`insert into ticks (name, due_at)
    values ('of.former', now() - interval '2 minutes'), ('of.next', now() - interval '2 seconds')`.execute(db)
  await ensureTicks(
    db,
    Object.values(tickLoops).flatMap(({ names }) => names),
  )
  t.ok((await ticksLateSeconds(db))! < 60)
  const { rows } = await sql<{ name: string }>`delete from ticks where name like 'of.%' returning name`.execute(db)
  t.same(rows, [{ name: 'of.next' }], 'a tick that another version runs stays')
})

await t.test('U13 the sweep finds complete uploads that were never reported', async (t) => {
  const id = await makeUpload(db, await makeUser(db), 4)
  const { originalKey } = (await findUpload(db, id))!
  await ticks.storage.put(originalKey, Buffer.from('glTF'), { contentType: 'application/octet-stream' })
  await age(id)
  await finishReceivedUploads(ticks)
  t.ok((await findUpload(db, id))!.receivedAt)
})

await t.test('U16 an abandoned upload is removed from the rows and from the store', async (t) => {
  const id = await makeUpload(db, await makeUser(db), 100)
  const { originalKey } = (await findUpload(db, id))!
  await ticks.storage.put(originalKey, Buffer.from('some'), { contentType: 'application/octet-stream' })
  await sql`update uploads set updated_at = now() - interval '25 hours' where id = ${id}`.execute(db)
  await expireUnfinishedUploads(ticks)
  await purgeFiles(ticks)
  t.notOk(await findUpload(db, id))
  t.equal(await ticks.storage.stat(originalKey), null)
  const rows = await db.selectFrom('files').select('id').where('key', '=', originalKey).execute()
  t.same(rows, [])
})

await t.test('waiting users get their position whenever it changes', async (t) => {
  const ids = [await received(), await received()]
  const failed = await received()
  await drain()
  await failUpload(db, { id: failed, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  const reported: string[] = []
  const listener = redis.duplicate()
  await onProgress(listener, ({ payload }) => {
    const { uploadId, place } = payload as UploadStageMessage
    if (ids.includes(uploadId)) reported.push(`${ids.indexOf(uploadId)} is ${place}`)
    if (uploadId === failed) reported.push('what failed has a place')
  })
  await reportQueuePositions(ticks)
  await reportQueuePositions(ticks)
  const [first] = await redis.lrange('toile:uploads:wait', -1, -1)
  const positions = await queuePositions(
    { db, redis },
    ids.map((id) => ({ name: 'upload.verify', payload: { id, attempt: 1 } })),
  )
  await redis.lrem('toile:uploads:wait', 1, first!)
  // A reporter sends at most four messages a second per subject. A new reporter has sent none, so it sends at once.
  await reportQueuePositions({ ...ticks, report: progressReporter(redis) })
  await until(() => reported.length >= 4)
  const [one, two] = positions as [number, number]
  // The relay delivers events unordered, so jobs of earlier tests may come between the two.
  t.not(one, two)
  t.same(new Set(reported), new Set([`0 is ${one - 1}`, `0 is ${one}`, `1 is ${two - 1}`, `1 is ${two}`]))
  listener.disconnect()
})

await t.test('V04 followers of an activity get a phase once, even with late or duplicate relays', async (t) => {
  const id = await makeActivity(db, 'submission')
  const hidden = await makeActivity(db, 'upcoming')
  await sql`update activities set starts_at = now() + interval '1 minute' where id = ${hidden}`.execute(db)
  await drain()
  const before = await redis.xlen('toile:live')
  await Promise.all([publishPhases(ticks), publishPhases(ticks), publishPhases(ticks)])
  await publishPhases(ticks)
  await drain()
  const entries = await redis.xrange('toile:live', '-', '+')
  const messages = entries.slice(before).map(([, fields]) => JSON.parse(fields[1]!) as LiveMessage)
  const { rows } = await sql<{
    end: Date
  }>`select submission_ends_at as end from activities where id = ${id}`.execute(db)
  const payload = { activityId: id, phase: 'submission', nextChangeAt: rows[0]!.end.toISOString() }
  t.same(messages, [{ room: `activity:${id}`, event: 'activity:phase', payload }])
})

await t.test('sends a work’s counters combined, once, and only while everyone may see it', async (t) => {
  const owner = await makeUser(db)
  const workId = newId()
  await inTransaction(db, (trx) => insertWork(trx, { id: workId, ownerId: owner.id }))
  await inTransaction(db, (trx) => moveWork(trx, workId, 'released'))
  const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(db)))
  for (const { id } of people) await likeWork(db, workId, id)
  const published = async () => {
    const entries = await redis.xrange('toile:live', '-', '+')
    const messages = entries.map(([, fields]) => JSON.parse(fields[1]!) as LiveMessage)
    return messages.filter(({ room }) => room === `work:${workId}`)
  }
  await publishCounters(ticks)
  await publishCounters(ticks)
  const expected = { event: 'work:counters', payload: { workId, likes: 5, comments: 0, views: 0 } }
  t.match(await published(), [expected])
  t.equal((await published()).length, 1)
  await inTransaction(db, (trx) => updateWork(trx, workId, { visibility: 'private' }))
  await sql`update work_counters set likes = 4, version = version + 1 where work_id = ${workId}`.execute(db)
  await publishCounters(ticks)
  t.equal((await published()).length, 1)
})

await t.test('Q05 a repeated event is handled once each time, also beyond the limit of attempts', async (t) => {
  const [ann, bob] = [await makeUser(db), await makeUser(db)]
  await setFollow(db, ann.id, bob.id, true)
  const tasks = () => db.selectFrom('notification_tasks').select(['id', 'job', 'attempt']).execute()
  let handled = 0
  const worker = new Worker(
    'notifications',
    async ({ name, data }) => (await endTask(db, data as never)) && name === 'notify.follow' && handled++,
    {
      connection: { url: redisUrl },
      prefix: PREFIX,
    },
  )
  t.teardown(() => worker.close())
  const passOn = async () => {
    await drain()
    await until(async () => {
      await sql`update notification_tasks set updated_at = now() - interval '1 hour'`.execute(db)
      await redriveTasks(ticks)
      return (await tasks()).length === 0
    })
  }
  for (let i = 0; i <= MAX_TASK_ATTEMPTS + 1; i++) {
    await passOn()
    await until(() => handled > i)
    t.equal(handled, i + 1, `the ${i + 1}. time`)
    await sql`update events set published_at = null, claimed_until = null where type = 'user.followed'`.execute(db)
  }
})

await t.test('Q05 a mail without a job is restarted, and abandoned after a day', async (t) => {
  const ann = await makeUser(db, { verified: false })
  await mailLink(db, ann, 'verify_email', ann.email)
  await drain()
  const mail = () =>
    db.selectFrom('mails').select(['id', 'attempt', 'state']).where('user_id', '=', ann.id).executeTakeFirstOrThrow()
  const first = await mail()
  t.ok(await queues.isAlive('mail.send', first))
  const wait = (hours: number) =>
    sql`update mails set updated_at = now() - interval '1 hour', created_at = now() - make_interval(hours => ${hours})
      where id = ${first.id}`.execute(db)
  await wait(1)
  await redriveMails(ticks)
  t.match(await mail(), { attempt: 1 }, 'its job lives: left alone')
  await redis.flushall()
  await redriveMails(ticks)
  await drain()
  const second = await mail()
  t.match(second, { attempt: 2, state: 'waiting' })
  t.ok(await queues.isAlive('mail.send', second))
  await redis.flushall()
  await wait(25)
  await redriveMails(ticks)
  t.match(await mail(), { state: 'failed' })
})

await t.test('U16 uploads of unconfirmed accounts are removed only where mail reaches users', async (t) => {
  const una = await makeUser(db, { verified: false })
  const { uploadId } = await makeReadyUpload(db, una)
  const days = async (count: number) => {
    await sql`update uploads set removal_due_at = removal_due_at - make_interval(days => ${count}),
      removal_announced_at = removal_announced_at - make_interval(days => ${count})`.execute(db)
    await sql`update ticks set due_at = now(), claimed_until = null where name = 'uploads.remove'`.execute(db)
  }
  const runs = async (sendsMail: boolean) => {
    await runDueTicks({ ...ticks, config: { ...ticks.config, sendsMail } })
    return Boolean(await findUpload(db, uploadId))
  }
  await days(60)
  t.ok(await runs(false))
  await days(60)
  t.ok(await runs(false), 'mails become files')
  await days(0)
  t.ok(await runs(true), 'announced')
  const mail = await db.selectFrom('mails').select(['kind', 'address']).where('user_id', '=', una.id).execute()
  t.same(mail, [{ kind: 'uploads_removal', address: una.email }])
  await days(8)
  t.notOk(await runs(true))
})
