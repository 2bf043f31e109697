import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { readLive, type LiveMessage } from '@toile/bus/live-stream'
import { PREFIX } from '@toile/bus/redis'
import { relayBatch } from '@toile/bus/relay'
import { inTransaction } from '@toile/db/client'
import { insertFile } from '@toile/db/files/files'
import { findImages } from '@toile/db/images/images'
import { insertComment } from '@toile/db/comments/comments'
import { receiveImage } from '@toile/db/images/images-transitions'
import { notify } from '@toile/db/notifications/notifications'
import { claimTick, ensureTicks, scheduleTick } from '@toile/db/queues/ticks'
import { admitWaiting } from '@toile/db/files/admission-queues'
import { finishUpload, moveUpload } from '@toile/db/uploads/uploads-transitions'
import { likeWork } from '@toile/db/works/work-counters'
import { insertWork, moveWork, updateWork } from '@toile/db/works/works-transitions'
import { newId } from '@toile/contracts/ids'
import { asStoreUnavailable } from '@toile/contracts/store-unavailable'
import { storageKey } from '@toile/storage/keys'
import { makeRender, makeUpload, makeUser } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { renderForecast } from '@toile/bus/render-forecast'
import { findRender } from '@toile/db/renders/renders'
import { etaOfRender } from '@toile/db/renders/renders-history'
import { views } from './live-views.js'
import { redriveTasks } from './ticks/notifications.js'
import { redriveStuckImages } from './ticks/images.js'
import { tickLoops } from './ticks.js'
import { startRelay } from './relay-parts.test-support.js'

const { db, redis, redisUrl, queues, relay, ticks, received, drain, close } = await startRelay()
t.teardown(close)

await t.test(
  'Q03 repeats a batch when a relay was killed before marking it, without doing anything twice',
  async (t) => {
    const id = await received()
    await admitWaiting(db, 'uploads', 1)
    // Simulates a crash between adding the job and marking the event: the claim expires, and the event is not marked.
    await relayBatch(relay)
    await sql`update events set published_at = null, claimed_until = null where subject_id = ${id}`.execute(db)
    await relayBatch(relay)
    t.ok(await queues.isAlive('upload.verify', { id, attempt: 1 }))
    const jobs = await redis.keys(`toile:uploads:${id}*`)
    t.equal(jobs.length, 1)
    await drain()
    const left = await db.selectFrom('events').select('id').where('published_at', 'is', null).execute()
    t.same(left, [])
  },
)

await t.test('two relays share the events, and none is relayed by both', async (t) => {
  await Promise.all(Array.from({ length: 30 }, received))
  const [one, other] = await Promise.all([relayBatch(relay), relayBatch(relay)])
  t.equal(one + other, 30)
})

await t.test('admits a requested render at once, without waiting for the tick', async (t) => {
  await ensureTicks(db, ['renders.admit'])
  await scheduleTick(db, 'renders.admit', 60)
  await makeRender(db, await makeUser(db))
  let isRung = false
  await relayBatch({ ...relay, onTicksDue: () => (isRung = true) })
  t.ok(isRung)
  t.equal(await claimTick(db, ['renders.admit'], 1), 'renders.admit')
})

await t.test('Q10 admits uploads at once, also after a relay died while admitting', async (t) => {
  await ensureTicks(db, ['uploads.admit'])
  await scheduleTick(db, 'uploads.admit', 60)
  await received()
  let isRung = false
  await relayBatch({ ...relay, onTicksDue: () => (isRung = true) })
  t.ok(isRung)
  const { names, claimSeconds } = tickLoops.prompt
  t.equal(await claimTick(db, names, claimSeconds), 'uploads.admit')
  const claimed = await sql<{ seconds: number }>`select extract(epoch from claimed_until - now())::float8 as seconds
    from ticks where name = 'uploads.admit'`.execute(db)
  t.ok(claimed.rows[0]!.seconds <= 5)
})

await t.test('events of a newer version are left for a relay that knows them', async (t) => {
  await sql`insert into events (id, type, subject_id) values (${newId()}, 'hat.sewn', ${newId()})`.execute(db)
  t.equal(await relayBatch(relay), 0)
  await sql`delete from events where type = 'hat.sewn'`.execute(db)
})

await t.test('W09 live messages contain the current row, and none is sent about private works', async (t) => {
  const messages: LiveMessage[] = []
  const reader = readLive(new Redis(redisUrl, { maxRetriesPerRequest: null }), {
    deliver: (one) => messages.push(one),
    gap: () => {},
  })
  const ann = await makeUser(db)
  const release = async (visibility: 'public' | 'private') => {
    const id = newId()
    await inTransaction(db, async (trx) => {
      await insertWork(trx, { id, ownerId: ann.id, visibility })
      await moveWork(trx, id, 'released')
    })
    return id
  }
  await until(async () => {
    await release('public')
    await drain()
    return messages.length > 0
  })
  messages.length = 0
  const hidden = await release('private')
  const shown = await release('public')
  const upload = await makeUpload(db, ann)
  await finishUpload(db, upload)
  await moveUpload(db, { id: upload, to: 'finished', attempt: 1 })
  await drain()
  await until(() => messages.filter((one) => one.event === 'upload:stage').length === 2)
  const stages = messages.filter((one) => one.event === 'upload:stage')
  t.match(stages, [
    { room: `user:${ann.id}`, payload: { uploadId: upload, stage: 'finished', version: 3 } },
    { payload: { version: 3 } },
  ])
  t.ok(messages.some((one) => JSON.stringify(one).includes(shown)))
  t.notOk(messages.some((one) => JSON.stringify(one).includes(hidden)))
  messages.length = 0
  await inTransaction(db, (trx) => moveWork(trx, shown, 'draft'))
  await inTransaction(db, (trx) => moveWork(trx, shown, 'released'))
  const later = await release('public')
  await drain()
  await until(() => messages.some((one) => JSON.stringify(one).includes(later)))
  t.notOk(
    messages.some((one) => JSON.stringify(one).includes(shown)),
    'a work that comes back is no news',
  )
  await reader.close()
})

await t.test('U07 skips an event whose message cannot be built, and sends the others of its batch', async (t) => {
  await drain()
  const [bad, good] = [await received(), await received()]
  await sql`update uploads set failure = '{"code": "MODEL_DAMAGED"}' where id = ${bad}`.execute(db)
  const skipped: string[] = []
  const before = await redis.xlen('toile:live')
  t.equal(await relayBatch({ ...relay, onSkipped: (event) => skipped.push(event.subject_id) }), 2)
  t.same(skipped, [bad])
  const published = JSON.stringify(await redis.xrevrange('toile:live', '+', '-', 'COUNT', 1))
  t.equal((await redis.xlen('toile:live')) - before, 1)
  t.match(published, good)
  t.equal(await relayBatch(relay), 0, 'it is not tried for good')
})

await t.test('Q08 relays a batch again if Postgres was unreachable while its messages were built', async (t) => {
  await drain()
  const upload = await received()
  const unreachable = () => Promise.reject(asStoreUnavailable(new Error('unreachable')))
  const skipped: string[] = []
  const onSkipped = (event: { subject_id: string }) => skipped.push(event.subject_id)
  const views = { ...relay.views, 'upload:stage': unreachable }
  await t.rejects(relayBatch({ ...relay, views, onSkipped }), { message: 'unreachable' })
  t.same(skipped, [])
  await sql`update events set claimed_until = null where published_at is null`.execute(db)
  t.equal(await relayBatch(relay), 1)
  t.match(JSON.stringify(await redis.xrevrange('toile:live', '+', '-', 'COUNT', 1)), upload)
})

await t.test(
  'Q05 W09 a notification survives the loss of its job in a row without text; C15 its text is what the reader may see now',
  async (t) => {
    const [ann, bob] = [await makeUser(db), await makeUser(db)]
    const work = newId()
    await inTransaction(db, async (trx) => {
      await insertWork(trx, { id: work, ownerId: ann.id, title: 'Secret coat' })
      await moveWork(trx, work, 'released')
    })
    await likeWork(db, work, bob.id)
    await relayBatch(relay)
    const task = () =>
      db.selectFrom('notification_tasks').select(['id', 'job', 'attempt']).where('subject_id', '=', work).execute()
    const [first] = await task()
    t.match(first, { job: 'notify.like', attempt: 1 })
    t.ok(await queues.isAlive('notify.like', { id: first!.id, attempt: 1 }))
    await sql`update events set published_at = null, claimed_until = null where id = ${first!.id}`.execute(db)
    await relayBatch(relay)
    t.equal((await task()).length, 1, 'Q03 relayed twice is one task')
    await sql`update notification_tasks set updated_at = now() - interval '1 hour'`.execute(db)
    await redriveTasks(ticks)
    t.match(await task(), [{ attempt: 1 }], 'its job lives: left alone')
    await redis.flushall()
    await redriveTasks(ticks)
    t.match(await task(), [{ attempt: 2 }])
    t.ok(await queues.isAlive('notify.like', { id: first!.id, attempt: 2 }))

    const said = newId()
    await insertComment(db, { id: said, on: { workId: work }, authorId: ann.id, body: 'A secret answer' })
    const subject = { kind: 'comment', id: said } as const
    await notify(db, { userId: bob.id, kind: 'reply', key: `comment:${said}`, actorId: ann.id, subject })
    const row = await db.selectFrom('notifications').select('id').where('user_id', '=', bob.id).executeTakeFirst()
    const event = { id: newId(), subject_id: row!.id } as Parameters<(typeof views)['notification:new']>[1][number]
    const payload = async () => (await views['notification:new'](db, [event], redis)).get(event.id)
    t.match(await payload(), { room: `user:${bob.id}`, payload: { kind: 'reply', excerpt: 'A secret answer' } })
    await inTransaction(db, (trx) => updateWork(trx, work, { visibility: 'private' }))
    const hidden = await payload()
    t.match(hidden, { room: `user:${bob.id}`, payload: { hidden: true } }, 'C15 hidden on the socket too')
    t.notMatch(JSON.stringify(hidden), new RegExp(`[Ss]ecret|${work}|${ann.username}`))
    const events = await sql<{ all: string }>`select json_agg(e)::text as all from events e`.execute(db)
    t.notMatch(events.rows[0]!.all, /[Ss]ecret/, 'W09 events hold ids, never words')
  },
)

await t.test('Q05 a picture without a job is restarted, and its owner gets each change', async (t) => {
  const ann = await makeUser(db)
  const [id, fileId] = [newId(), newId()]
  const key = storageKey('originals', id)
  const contentType = 'application/octet-stream'
  const file = { id: fileId, ownerId: ann.id, kind: 'original', key, contentType, bytes: 1, sha256: null } as const
  await insertFile(db, { ...file, state: 'pending' })
  const original = { fileId, bytes: 1, sha256: 'abc' }
  await receiveImage(db, { id, ownerId: ann.id, purpose: 'cover', crop: null, original })
  await drain()
  t.ok(await queues.isAlive('image.process', { id, attempt: 1 }))
  const old = () => sql`update images set updated_at = now() - interval '1 hour' where id = ${id}`.execute(db)
  await old()
  await redriveStuckImages(ticks)
  t.match((await findImages(db, [id]))[0], { version: 2 }, 'a job that waits is left alone')
  await redis.flushall()
  await redriveStuckImages(ticks)
  await drain()
  t.ok(await queues.isAlive('image.process', { id, attempt: 2 }))
  const event = { id: newId(), subject_id: id } as Parameters<(typeof views)['image:status']>[1][number]
  const messages = await views['image:status'](db, [event], redis)
  t.match(messages.get(event.id), { room: `user:${ann.id}`, payload: { id, status: 'pending', version: 3 } })
})

await t.test(
  'a live message has the same time estimate as GET: a range, and none before 20 finished renders',
  async (t) => {
    const ann = await makeUser(db)
    const worker = new Worker('renders', () => Promise.resolve(), { connection: { url: redisUrl }, prefix: PREFIX })
    t.teardown(() => worker.close())
    await worker.waitUntilReady()
    const waiting = await makeRender(db, ann)
    const event = { id: newId(), subject_id: waiting } as Parameters<(typeof views)['render:status']>[1][number]
    const said = async () => {
      const message = (await views['render:status'](db, [event], redis)).get(event.id)
      return (message as LiveMessage).payload
    }
    for (let i = 0; i < 19; i++) {
      const id = await makeRender(db, ann)
      await sql`update renders set status = 'finished', finished_at = now(), cost_seconds = ${1 + i} * estimated_seconds
      where id = ${id}`.execute(db)
    }
    await until(async () => (await renderForecast(db, redis)).workers.preview === 1)
    t.match(await said(), { status: 'queued', etaSeconds: null, eta: undefined })
    const last = await makeRender(db, ann)
    await sql`update renders set status = 'finished', finished_at = now(), cost_seconds = 20 * estimated_seconds
    where id = ${last}`.execute(db)
    // The forecast is cached for a second.
    await until(async () => (await renderForecast(db, redis)).paces.has('preview'))
    const { eta, etaSeconds } = (await said()) as {
      eta?: { minSeconds: number; maxSeconds: number }
      etaSeconds: number
    }
    t.same(eta, etaOfRender(await renderForecast(db, redis), (await findRender(db, waiting))!))
    t.ok(eta!.maxSeconds > eta!.minSeconds)
    t.equal(etaSeconds, Math.round((eta!.minSeconds + eta!.maxSeconds) / 2))
    const { paces, workers } = await renderForecast(db, redis)
    const row = (await findRender(db, waiting))!
    const behind = etaOfRender({ paces, workers, secondsAhead: row.leftSeconds + 60 }, row)!
    t.ok(behind.minSeconds >= eta!.minSeconds + 60, 'what comes before it counts')
  },
)
