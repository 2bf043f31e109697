import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import t from 'tap'
import { readLive, type LiveMessage } from '@toile/bus/live-stream'
import { placesInLine } from '@toile/bus/line'
import { onProgress, progressReporter } from '@toile/bus/progress'
import { openQueues, type Queues } from '@toile/bus/queues'
import { connectRedis, PREFIX } from '@toile/bus/redis'
import { relayBatch, type RelayParts } from '@toile/bus/relay'
import { maxUploadAttempts } from '@toile/contracts/uploads.constants'
import { inTransaction } from '@toile/db/client'
import { insertFile } from '@toile/db/queries/files'
import { findImages } from '@toile/db/queries/images'
import { insertComment } from '@toile/db/queries/comments'
import { receiveImage } from '@toile/db/queries/images-states'
import { mailLink } from '@toile/db/queries/one-time-tokens'
import { notify } from '@toile/db/queries/notifications'
import { findUpload } from '@toile/db/queries/uploads'
import { failUpload, finishUpload, moveUpload } from '@toile/db/queries/uploads-stages'
import { likeWork } from '@toile/db/queries/work-counters'
import { insertWork, moveWork, updateWork } from '@toile/db/queries/works-states'
import { newId } from '@toile/contracts/ids'
import type { UploadStageMessage } from '@toile/contracts/uploads'
import type { Config } from '@toile/runtime/config'
import { createRunning } from '@toile/runtime/process'
import { openStorage } from '@toile/storage/open'
import { storageKey } from '@toile/storage/keys'
import type { Storage } from '@toile/storage/storage'
import { makeActivity } from '@toile/testing/activities'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeRender, makeUpload, makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { renderForecast } from '@toile/bus/render-forecast'
import { findRender } from '@toile/db/queries/renders'
import { etaOfRender } from '@toile/db/queries/renders-history'
import { views } from './live-views.js'
import { tellPhases } from './ticks/activities.js'
import { tellCounters } from './ticks/counters.js'
import { purgeFiles } from './ticks/files.js'
import { redriveMails } from './ticks/mails.js'
import { redriveTasks } from './ticks/notifications.js'
import { tellPlaces } from './ticks/places.js'
import { redriveStuckImages } from './ticks/images.js'
import { expireUnfinished, finishReceived, redriveStuck } from './ticks/uploads.js'
import { runDueTicks } from './ticks.js'
import type { TickParts } from './ticks/parts.js'

let test: TestDatabase
let server: TestRedis
let redis: Redis
let queues: Queues
let storage: Storage
let config: Config
let relay: RelayParts
let ticks: TickParts
let folder: string
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestRedis()
  folder = await mkdtemp(path.join(tmpdir(), 'toile-relay-'))
  config = await testConfig({ databaseUrl: test.url, redisUrl: server.url, storage: { driver: 'folder', folder } })
  const { log } = createRunning('relay-test', config)
  redis = connectRedis(server.url, log)
  queues = openQueues(server.url, log)
  storage = await openStorage(config.storage)
  relay = { db: test.db, redis, queues, views }
  ticks = { db: test.db, redis, queues, report: progressReporter(redis), storage, config, log }
})
t.teardown(async () => {
  await queues.close()
  redis.disconnect()
  await server.stop()
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const received = async (): Promise<string> => {
  const id = await makeUpload(test.db, await makeUser(test.db))
  await finishUpload(test.db, id)
  return id
}
const age = (id: string) =>
  sql`update uploads set updated_at = now() - interval '1 hour' where id = ${id}`.execute(test.db)
const drain = async () => {
  while ((await relayBatch(relay)) > 0);
}

await t.test('Q03 a relay killed before it marks does it all again, and nothing happens twice', async (t) => {
  const id = await received()
  // As one that dies after the enqueue: its claim runs out, its mark never came.
  await relayBatch(relay)
  await sql`update events set published_at = null, claimed_until = null where subject_id = ${id}`.execute(test.db)
  await relayBatch(relay)
  t.ok(await queues.isAlive('upload.verify', { id, attempt: 1 }))
  const jobs = await redis.keys(`toile:uploads:${id}*`)
  t.equal(jobs.length, 1)
  await drain()
  const left = await test.db.selectFrom('events').select('id').where('published_at', 'is', null).execute()
  t.same(left, [])
})

await t.test('two relays share the events, none is done by both', async (t) => {
  await Promise.all(Array.from({ length: 30 }, received))
  const [one, other] = await Promise.all([relayBatch(relay), relayBatch(relay)])
  t.equal(one + other, 30)
})

await t.test('events of a newer version are left for a relay that knows them', async (t) => {
  await sql`insert into events (id, type, subject_id) values (${newId()}, 'hat.sewn', ${newId()})`.execute(test.db)
  t.equal(await relayBatch(relay), 0)
  await sql`delete from events where type = 'hat.sewn'`.execute(test.db)
})

await t.test('W09 live messages say what the row says now, and private works are not told of', async (t) => {
  const heard: LiveMessage[] = []
  const reader = readLive(new Redis(server.url, { maxRetriesPerRequest: null }), {
    deliver: (one) => heard.push(one),
    gap: () => {},
  })
  const ann = await makeUser(test.db)
  const release = async (visibility: 'public' | 'private') => {
    const id = newId()
    await inTransaction(test.db, async (trx) => {
      await insertWork(trx, { id, ownerId: ann.id, visibility })
      await moveWork(trx, id, 'released')
    })
    return id
  }
  await until(async () => {
    await release('public')
    await drain()
    return heard.length > 0
  })
  heard.length = 0
  const hidden = await release('private')
  const shown = await release('public')
  const upload = await makeUpload(test.db, ann)
  await finishUpload(test.db, upload)
  await moveUpload(test.db, { id: upload, to: 'finished', attempt: 1 })
  await drain()
  await until(() => heard.filter((one) => one.event === 'upload:stage').length === 2)
  const stages = heard.filter((one) => one.event === 'upload:stage')
  t.match(stages, [
    { room: `user:${ann.id}`, payload: { uploadId: upload, stage: 'finished', version: 3 } },
    { payload: { version: 3 } },
  ])
  t.ok(heard.some((one) => JSON.stringify(one).includes(shown)))
  t.notOk(heard.some((one) => JSON.stringify(one).includes(hidden)))
  heard.length = 0
  await inTransaction(test.db, (trx) => moveWork(trx, shown, 'draft'))
  await inTransaction(test.db, (trx) => moveWork(trx, shown, 'released'))
  const later = await release('public')
  await drain()
  await until(() => heard.some((one) => JSON.stringify(one).includes(later)))
  t.notOk(
    heard.some((one) => JSON.stringify(one).includes(shown)),
    'a work that comes back is no news',
  )
  await reader.close()
})

await t.test('Q05 after FLUSHALL the sweep brings every job back, as a new attempt', async (t) => {
  const id = await received()
  await drain()
  await age(id)
  await redriveStuck(ticks)
  t.match(await findUpload(test.db, id), { attempt: 1 }, 'a job that waits is left alone, however long')
  await redis.flushall()
  await age(id)
  await redriveStuck(ticks)
  t.match(await findUpload(test.db, id), { attempt: 2, stage: 'upload' })
  await drain()
  t.ok(await queues.isAlive('upload.verify', { id, attempt: 2 }))
})

await t.test('Q05 a Redis that takes nothing in only delays: no try is counted of what cannot be tried', async (t) => {
  const id = await received()
  await drain()
  await redis.flushall()
  const sweepAll = async () => {
    await age(id)
    await sql`update ticks set due_at = now(), claimed_until = null`.execute(test.db)
    await runDueTicks(ticks)
  }
  await redis.config('SET', 'maxmemory', '1')
  try {
    for (let i = 0; i <= maxUploadAttempts; i++) await sweepAll()
  } finally {
    await redis.config('SET', 'maxmemory', '0')
  }
  t.match(await findUpload(test.db, id), { attempt: 1, stage: 'upload' })
  await sweepAll()
  await drain()
  t.match(await findUpload(test.db, id), { attempt: 2, stage: 'upload' })
  t.ok(await queues.isAlive('upload.verify', { id, attempt: 2 }))
})

await t.test('U13 the sweep finds uploads whose last byte came though nobody said so', async (t) => {
  const id = await makeUpload(test.db, await makeUser(test.db), 4)
  const { original_key } = (await findUpload(test.db, id))!
  await storage.put(original_key, Buffer.from('glTF'), { contentType: 'application/octet-stream' })
  await age(id)
  await finishReceived(ticks)
  t.ok((await findUpload(test.db, id))!.received_at)
})

await t.test('U16 what is given up goes from the rows and from the store', async (t) => {
  const id = await makeUpload(test.db, await makeUser(test.db), 100)
  const { original_key } = (await findUpload(test.db, id))!
  await storage.put(original_key, Buffer.from('some'), { contentType: 'application/octet-stream' })
  await sql`update uploads set updated_at = now() - interval '25 hours' where id = ${id}`.execute(test.db)
  await expireUnfinished(ticks)
  await purgeFiles(ticks)
  t.notOk(await findUpload(test.db, id))
  t.equal(await storage.stat(original_key), null)
  const rows = await test.db.selectFrom('files').select('id').where('key', '=', original_key).execute()
  t.same(rows, [])
})

await t.test('those in line hear their place by themselves, each time it changes', async (t) => {
  const ids = [await received(), await received()]
  const failed = await received()
  for (const id of [...ids, failed]) await queues.add([{ name: 'upload.verify', payload: { id, attempt: 1 } }])
  await failUpload(test.db, { id: failed, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  const heard: string[] = []
  const listener = redis.duplicate()
  await onProgress(listener, ({ payload }) => {
    const { uploadId, place } = payload as UploadStageMessage
    if (ids.includes(uploadId)) heard.push(`${ids.indexOf(uploadId)} is ${place}`)
    if (uploadId === failed) heard.push('what failed has a place')
  })
  await tellPlaces(ticks)
  await tellPlaces(ticks)
  const [first] = await redis.lrange('toile:uploads:wait', -1, -1)
  const places = await placesInLine(
    redis,
    ids.map((id) => ({ name: 'upload.verify', payload: { id, attempt: 1 } })),
  )
  await redis.lrem('toile:uploads:wait', 1, first!)
  // Four times a second is the most that one reporter sends of one thing.
  await tellPlaces({ ...ticks, report: progressReporter(redis) })
  await until(() => heard.length >= 4)
  const [one, two] = places as [number, number]
  t.equal(two, one + 1)
  t.same(heard.sort(), [`0 is ${one - 1}`, `0 is ${one}`, `1 is ${two - 1}`, `1 is ${two}`])
  listener.disconnect()
})

await t.test(
  'V04 those who look at an activity hear of a phase once, whichever relay is late or doubled',
  async (t) => {
    const id = await makeActivity(test.db, 'submission')
    const hidden = await makeActivity(test.db, 'upcoming')
    await sql`update activities set starts_at = now() + interval '1 minute' where id = ${hidden}`.execute(test.db)
    await drain()
    const before = await redis.xlen('toile:live')
    await Promise.all([tellPhases(ticks), tellPhases(ticks), tellPhases(ticks)])
    await tellPhases(ticks)
    await drain()
    const entries = await redis.xrange('toile:live', '-', '+')
    const messages = entries.slice(before).map(([, fields]) => JSON.parse(fields[1]!) as LiveMessage)
    const { rows } = await sql<{
      end: Date
    }>`select submission_ends_at as end from activities where id = ${id}`.execute(test.db)
    const payload = { activityId: id, phase: 'submission', nextChangeAt: rows[0]!.end.toISOString() }
    t.same(messages, [{ room: `activity:${id}`, event: 'activity:phase', payload }])
  },
)

await t.test('what people make of a work is told together, once, and only while everyone may know', async (t) => {
  const owner = await makeUser(test.db)
  const workId = newId()
  await inTransaction(test.db, (trx) => insertWork(trx, { id: workId, ownerId: owner.id }))
  await inTransaction(test.db, (trx) => moveWork(trx, workId, 'released'))
  const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(test.db)))
  for (const { id } of people) await likeWork(test.db, workId, id)
  const told = async () => {
    const entries = await redis.xrange('toile:live', '-', '+')
    const messages = entries.map(([, fields]) => JSON.parse(fields[1]!) as LiveMessage)
    return messages.filter(({ room }) => room === `work:${workId}`)
  }
  await tellCounters(ticks)
  await tellCounters(ticks)
  const expected = { event: 'work:counters', payload: { workId, likes: 5, comments: 0, views: 0 } }
  t.match(await told(), [expected])
  t.equal((await told()).length, 1)
  await inTransaction(test.db, (trx) => updateWork(trx, workId, { visibility: 'private' }))
  await sql`update work_counters set likes = 4, version = version + 1 where work_id = ${workId}`.execute(test.db)
  await tellCounters(ticks)
  t.equal((await told()).length, 1)
})

await t.test('Q05 a mail whose job is lost is driven anew, and given up after a day', async (t) => {
  const ann = await makeUser(test.db, { verified: false })
  await mailLink(test.db, ann, 'verify_email', ann.email)
  await drain()
  const mail = () =>
    test.db
      .selectFrom('mails')
      .select(['id', 'attempt', 'state'])
      .where('user_id', '=', ann.id)
      .executeTakeFirstOrThrow()
  const first = await mail()
  t.ok(await queues.isAlive('mail.send', first))
  const wait = (hours: number) =>
    sql`update mails set updated_at = now() - interval '1 hour', created_at = now() - make_interval(hours => ${hours})
      where id = ${first.id}`.execute(test.db)
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

await t.test(
  'Q05 W09 what is to be told waits in its row when its job is lost, its events hold no words; C15 it is told as it may be now',
  async (t) => {
    const [ann, bob] = [await makeUser(test.db), await makeUser(test.db)]
    const work = newId()
    await inTransaction(test.db, async (trx) => {
      await insertWork(trx, { id: work, ownerId: ann.id, title: 'Secret coat' })
      await moveWork(trx, work, 'released')
    })
    await likeWork(test.db, work, bob.id)
    await relayBatch(relay)
    const task = () =>
      test.db.selectFrom('notification_tasks').select(['id', 'job', 'attempt']).where('subject_id', '=', work).execute()
    const [first] = await task()
    t.match(first, { job: 'notify.like', attempt: 1 })
    t.ok(await queues.isAlive('notify.like', { id: first!.id, attempt: 1 }))
    await sql`update events set published_at = null, claimed_until = null where id = ${first!.id}`.execute(test.db)
    await relayBatch(relay)
    t.equal((await task()).length, 1, 'Q03 relayed twice is one task')
    await sql`update notification_tasks set updated_at = now() - interval '1 hour'`.execute(test.db)
    await redriveTasks(ticks)
    t.match(await task(), [{ attempt: 1 }], 'its job lives: left alone')
    await redis.flushall()
    await redriveTasks(ticks)
    t.match(await task(), [{ attempt: 2 }])
    t.ok(await queues.isAlive('notify.like', { id: first!.id, attempt: 2 }))

    const said = newId()
    await insertComment(test.db, { id: said, on: { workId: work }, authorId: ann.id, body: 'A secret answer' })
    const subject = { kind: 'comment', id: said } as const
    await notify(test.db, { userId: bob.id, kind: 'reply', key: `comment:${said}`, actorId: ann.id, subject })
    const row = await test.db.selectFrom('notifications').select('id').where('user_id', '=', bob.id).executeTakeFirst()
    const event = { id: newId(), subject_id: row!.id } as Parameters<(typeof views)['notification:new']>[1][number]
    const payload = async () => (await views['notification:new'](test.db, [event], redis)).get(event.id)
    t.match(await payload(), { room: `user:${bob.id}`, payload: { kind: 'reply', excerpt: 'A secret answer' } })
    await inTransaction(test.db, (trx) => updateWork(trx, work, { visibility: 'private' }))
    const hidden = await payload()
    t.match(hidden, { room: `user:${bob.id}`, payload: { hidden: true } }, 'C15 hidden on the socket too')
    t.notMatch(JSON.stringify(hidden), new RegExp(`[Ss]ecret|${work}|${ann.username}`))
    const events = await sql<{ all: string }>`select json_agg(e)::text as all from events e`.execute(test.db)
    t.notMatch(events.rows[0]!.all, /[Ss]ecret/, 'W09 events hold ids, never words')
  },
)

await t.test('Q05 a picture whose job is gone is driven anew; its owner hears of each change', async (t) => {
  const ann = await makeUser(test.db)
  const [id, fileId] = [newId(), newId()]
  const key = storageKey('originals', id)
  const contentType = 'application/octet-stream'
  const file = { id: fileId, ownerId: ann.id, kind: 'original', key, contentType, bytes: 1, sha256: null } as const
  await insertFile(test.db, { ...file, state: 'pending' })
  const original = { fileId, bytes: 1, sha256: 'abc' }
  await receiveImage(test.db, { id, ownerId: ann.id, purpose: 'cover', crop: null, original })
  await drain()
  t.ok(await queues.isAlive('image.process', { id, attempt: 1 }))
  const old = () => sql`update images set updated_at = now() - interval '1 hour' where id = ${id}`.execute(test.db)
  await old()
  await redriveStuckImages(ticks)
  t.match((await findImages(test.db, [id]))[0], { version: 1 }, 'a job that waits is left alone')
  await redis.flushall()
  await redriveStuckImages(ticks)
  await drain()
  t.ok(await queues.isAlive('image.process', { id, attempt: 2 }))
  const event = { id: newId(), subject_id: id } as Parameters<(typeof views)['image:status']>[1][number]
  const messages = await views['image:status'](test.db, [event], redis)
  t.match(messages.get(event.id), { room: `user:${ann.id}`, payload: { id, status: 'pending', version: 2 } })
})

await t.test(
  'a live message tells when a render will be there, as GET does: a range, and nothing before 20 are through',
  async (t) => {
    const ann = await makeUser(test.db)
    const worker = new Worker('renders', () => Promise.resolve(), { connection: { url: server.url }, prefix: PREFIX })
    t.teardown(() => worker.close())
    await worker.waitUntilReady()
    const waiting = await makeRender(test.db, ann)
    const event = { id: newId(), subject_id: waiting } as Parameters<(typeof views)['render:status']>[1][number]
    const said = async () => {
      const message = (await views['render:status'](test.db, [event], redis)).get(event.id)
      return (message as LiveMessage).payload
    }
    for (let i = 0; i < 19; i++) {
      const id = await makeRender(test.db, ann)
      await sql`update renders set status = 'finished', finished_at = now(), cost_seconds = ${1 + i} * estimated_seconds
      where id = ${id}`.execute(test.db)
    }
    await until(async () => (await renderForecast(test.db, redis)).workers.preview === 1)
    t.match(await said(), { status: 'queued', etaSeconds: null, eta: undefined })
    const last = await makeRender(test.db, ann)
    await sql`update renders set status = 'finished', finished_at = now(), cost_seconds = 20 * estimated_seconds
    where id = ${last}`.execute(test.db)
    // What was found out a moment ago is told for a second.
    await until(async () => (await renderForecast(test.db, redis)).paces.has('preview'))
    const { eta, etaSeconds } = (await said()) as {
      eta?: { minSeconds: number; maxSeconds: number }
      etaSeconds: number
    }
    t.same(eta, etaOfRender(await renderForecast(test.db, redis), (await findRender(test.db, waiting))!))
    t.ok(eta!.maxSeconds > eta!.minSeconds)
    t.equal(etaSeconds, Math.round((eta!.minSeconds + eta!.maxSeconds) / 2))
    const { paces, workers } = await renderForecast(test.db, redis)
    const row = (await findRender(test.db, waiting))!
    const behind = etaOfRender({ paces, workers, secondsAhead: row.left_seconds + 60 }, row)!
    t.ok(behind.minSeconds >= eta!.minSeconds + 60, 'what comes before it counts')
  },
)
