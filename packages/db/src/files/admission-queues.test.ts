import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { MAX_QUEUED_IMAGES } from '@toile/contracts/images/images.constants'
import { maxQueuedUploads, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { fileOf, makeReadyUpload, makeUpload, makeUser, makeVideo } from '@toile/testing/factories'
import { rowsTouched } from '@toile/testing/explain-rows'
import { inCause } from '../cause.js'
import { deleteAccount } from '../users/accounts.js'
import { insertFile } from './files.js'
import { failImage, moveImage, receiveImage, stuckImages } from '../images/images-transitions.js'
import { admitWaiting, headOfAdmissionQueue, admissionQueueLength, waitingOf } from './admission-queues.js'
import { correctUpload } from '../uploads/uploads-reprocessing.js'
import { failUpload, finishUpload, moveUpload, retryUpload, stuckUploads } from '../uploads/uploads-transitions.js'
import { failVideo, stuckVideos } from '../videos/videos-transitions.js'
import type { User } from '../users/users.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.beforeEach(async () => {
  await sql`update images set status = 'failed' where status in ('pending', 'processing')`.execute(test.db)
  await sql`update videos set status = 'failed' where status in ('pending', 'processing')`.execute(test.db)
  await sql`update uploads set wanted_correction = null,
    stage = case stage when 'ready_to_publish' then stage else 'failed' end where received_at is not null`.execute(
    test.db,
  )
})
t.teardown(() => test.drop())

const unverified = () => makeUser(test.db, { verified: false })

async function send(owner: User): Promise<string> {
  const id = newId()
  const original = fileOf(owner, 'image')
  await insertFile(test.db, { ...original, state: 'pending' })
  const bytes = { fileId: original.id, bytes: 10, sha256: 'abc' }
  await receiveImage(test.db, { id, ownerId: owner.id, purpose: 'avatar', crop: null, original: bytes })
  return id
}
const sendMany = async (owner: User, count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await send(owner))
  return ids
}
async function admit(maxAdmitted: number): Promise<string[]> {
  const before = await headOfAdmissionQueue(test.db, 'images', 1_000)
  await admitWaiting(test.db, 'images', maxAdmitted)
  const left = new Set((await headOfAdmissionQueue(test.db, 'images', 1_000)).map(({ id }) => id))
  return before.filter(({ id }) => !left.has(id)).map(({ id }) => id)
}
/** Marks images as finished by a worker. */
const end = (ids: readonly string[]) =>
  sql`update images set status = 'ready' where id = any(${ids}::uuid[])`.execute(test.db)

async function receive(owner: User, kind: UploadKind = 'model'): Promise<string> {
  const id = await makeUpload(test.db, owner, 10, kind)
  await finishUpload(test.db, id)
  return id
}

await t.test('Q10 an avatar of a second account is among the next after thirty images of the first', async (t) => {
  const [ann, bob] = [await makeUser(test.db), await makeUser(test.db)]
  const flood = await sendMany(ann, 30)
  t.same(await admit(2), flood.slice(0, 2), 'as many as there are places')
  t.same(await admit(2), [], 'and no more')
  const avatar = await send(bob)
  await end(flood.slice(0, 1))
  t.same(await admit(2), [avatar], 'it waited for what was admitted already')
  await end([...flood, avatar])
})

await t.test('Q10 everyone gets one turn before anyone gets the next, the least recently served first', async (t) => {
  const [ann, bob, eve] = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
  const [a1, a2, a3] = await sendMany(ann, 3)
  const [b1, b2] = await sendMany(bob, 2)
  const order: string[] = []
  for (let i = 0; i < 5; i++) {
    const next = await admit(1)
    order.push(...next)
    await end(next)
  }
  t.same(order, [a1, b1, a2, b2, a3])
  // Two accounts that send again as soon as they are served must not starve a third.
  const many = await sendMany(ann, 2)
  await send(bob)
  await send(eve)
  for (let i = 0; i < 6; i++) {
    const [next] = await admit(1)
    order.push(next!)
    await end([next!])
    const row = await test.db.selectFrom('images').select('owner_id').where('id', '=', next!).executeTakeFirstOrThrow()
    for (const again of [bob, eve]) if (row.owner_id === again.id) await send(again)
  }
  t.ok(many.every((id) => order.includes(id)))
})

await t.test('Q10 items stopped by an operator neither advance nor delay their owner', async (t) => {
  const [ann, bob] = [await makeUser(test.db), await makeUser(test.db)]
  const stopped = await sendMany(ann, 20)
  for (const id of stopped) await failImage(test.db, { id, attempt: 1 }, { code: 'STOPPED_BY_OPERATOR', params: {} })
  const [b1, b2, b3] = await sendMany(bob, 3)
  const mine = await send(ann)
  t.same(
    (await headOfAdmissionQueue(test.db, 'images', 10)).map(({ id }) => id),
    [b1, mine, b2, b3],
  )
})

await t.test('Q10 an account without a confirmed email has one item at work and blocks nobody', async (t) => {
  const [una, ann] = [await unverified(), await makeUser(test.db)]
  const [u1, u2, u3] = await sendMany(una, 3)
  const [a1, a2] = await sendMany(ann, 2)
  t.same(await admit(8), [u1, a1, a2])
  t.same(await admit(8), [], 'others of theirs wait')
  await end([u1!])
  t.same(await admit(8), [u2])
  await end([u2!])
  await Promise.all([admitWaiting(test.db, 'images', 8), admitWaiting(test.db, 'images', 8)])
  t.equal((await waitingOf(test.db, 'images', una.id)).length, 0)
  await send(una)
  await send(una)
  await Promise.all([admitWaiting(test.db, 'images', 8), admitWaiting(test.db, 'images', 8)])
  t.equal((await waitingOf(test.db, 'images', una.id)).length, 2, 'two relays at once count right, too')
  t.ok(u3)

  const uploads = [await receive(una), await receive(una)]
  t.equal(await admitWaiting(test.db, 'uploads', 8), 1)
  await moveUpload(test.db, { id: uploads[0]!, attempt: 1, to: 'finished' })
  t.equal(await admitWaiting(test.db, 'uploads', 8), 0, 'an upload is at work until it is ready')
  await failUpload(test.db, { id: uploads[0]!, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  t.equal(await admitWaiting(test.db, 'uploads', 8), 1)
})

await t.test('Q10 concurrent calls do not exceed the number of queued items per user', async (t) => {
  const ann = await makeUser(test.db)
  const sent = await Promise.allSettled(Array.from({ length: MAX_QUEUED_IMAGES + 5 }, () => send(ann)))
  t.equal(sent.filter(({ status }) => status === 'fulfilled').length, MAX_QUEUED_IMAGES)
  const refusal = { code: 'TOO_MANY_IN_LINE', params: { limit: MAX_QUEUED_IMAGES }, retryAfterSeconds: 10 }
  t.match(sent.find((one) => one.status === 'rejected')?.reason, refusal)
  await admitWaiting(test.db, 'images', 3)
  await t.rejects(send(ann), refusal, 'what is at work counts')
  const [one] = await waitingOf(test.db, 'images', ann.id)
  await failImage(test.db, { id: one!.id, attempt: 1 }, { code: 'NOT_AN_IMAGE', params: {} })
  t.ok(await send(ann), 'what ended does not')
  t.ok(await send(await makeUser(test.db)), 'others have their own')
})

await t.test('Q10 uploads are limited per kind, including retried and corrected ones', async (t) => {
  const bob = await makeUser(test.db)
  const ids: string[] = []
  for (let i = 0; i < maxQueuedUploads.video; i++) ids.push(await receive(bob, 'video'))
  const refusal = { code: 'TOO_MANY_IN_LINE', params: { limit: maxQueuedUploads.video } }
  await t.rejects(makeUpload(test.db, bob, 10, 'video'), refusal)
  t.ok(await makeUpload(test.db, bob), 'a model has a line of its own')
  await failUpload(test.db, { id: ids[0]!, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  t.ok(await receive(bob, 'video'))
  await t.rejects(retryUpload(test.db, ids[0]!, { isOwners: true }), refusal)
  t.ok(await retryUpload(test.db, ids[0]!), 'an operator who sends it again is not asked')

  const { uploadId } = await makeReadyUpload(test.db, bob)
  await correctUpload(test.db, uploadId, { upAxis: 'z' })
  const due = (await waitingOf(test.db, 'uploads', bob.id)).find(({ id }) => id === uploadId)
  t.match(due, { due: 'upload.remake' }, 'a correction waits in line')
})

await t.test('Q05 a waiting item is never stuck and loses no attempt; an admitted one can', async (t) => {
  const ann = await makeUser(test.db)
  const [upload, image, { videoId }] = [await receive(ann), await send(ann), await makeVideo(test.db, ann)]
  const old = sql`updated_at = now() - interval '1 day'`
  const stuck = async () => {
    for (const table of ['uploads', 'images', 'videos'])
      await sql`update ${sql.table(table)} set ${old}`.execute(test.db)
    const all = { seconds: 60, limit: 1_000 }
    const found = [
      ...(await stuckUploads(test.db, all)),
      ...(await stuckImages(test.db, all)),
      ...(await stuckVideos(test.db, all)),
    ]
    return [upload, image, videoId].filter((id) => found.some((one) => one.id === id))
  }
  t.same(await stuck(), [])
  for (const line of ['uploads', 'images', 'videos'] as const) await admitWaiting(test.db, line, 100)
  t.same(await stuck(), [upload, image, videoId])
})

await t.test('an admitted item carries the cause of the request that queued it', async (t) => {
  const requestId = newId()
  const ann = await makeUser(test.db)
  const id = await inCause({ requestId }, () => send(ann))
  await admitWaiting(test.db, 'images', 8)
  const events = await test.db
    .selectFrom('events')
    .select(['id', 'type', 'request_id', 'caused_by'])
    .where('subject_id', '=', id)
    .orderBy('version')
    .execute()
  t.match(events, [{ request_id: requestId }, { type: 'image.due', request_id: requestId, caused_by: events[0]!.id }])
})

await t.test('only items at work take a place, and a video takes none in the queue of uploads', async (t) => {
  const ann = await makeUser(test.db)
  const { videoId } = await makeVideo(test.db, ann)
  const [one, two] = [await receive(ann), await receive(ann)]
  t.equal(await admitWaiting(test.db, 'uploads', 1), 1)
  t.equal(await admitWaiting(test.db, 'videos', 1), 1)
  t.equal(await admitWaiting(test.db, 'uploads', 1), 0)
  await failUpload(test.db, { id: one, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  t.equal(await admitWaiting(test.db, 'uploads', 1), 1)
  t.equal((await waitingOf(test.db, 'uploads', ann.id)).length, 0)
  await failVideo(test.db, { id: videoId, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  const events = await test.db
    .selectFrom('events')
    .select(['type', 'params'])
    .where(sql<boolean>`subject_id in (${two}, ${videoId}) and type in ('upload.due', 'video.due')`)
    .execute()
  t.equal(events.length, 2)
  t.ok(events.every(({ params }) => Number(params['waitedSinceMs']) > Date.now() - 60_000))
})

await t.test('items of a deleted account get no turn', async (t) => {
  const ann = await makeUser(test.db)
  await sendMany(ann, 3)
  t.match(await admissionQueueLength(test.db, 'images'), { count: 3, people: [ann.id] })
  await deleteAccount(test.db, ann.id)
  t.same(await admissionQueueLength(test.db, 'images'), { count: 0, oldestSeconds: null, people: [] })
  t.equal(await admitWaiting(test.db, 'images', 8), 0)
})

await t.test(
  'an item sent directly by a relay of the previous version is admitted by its worker, or first of all',
  async (t) => {
    const ann = await makeUser(test.db)
    const [moved, left] = await sendMany(ann, 2)
    await sql`update images set turn = null where id = ${left!}`.execute(test.db)
    await moveImage(test.db, { id: moved!, attempt: 1, to: 'processing' })
    await send(await makeUser(test.db))
    t.same(await admit(2), [left])
  },
)

await t.test('Q10 admission finds the next of ten thousand items without reading them all', async (t) => {
  const [ann, una] = [await makeUser(test.db), await unverified()]
  await sql`insert into images (id, owner_id, purpose, status, width, height, turn)
    select gen_random_uuid(), ${ann.id}, 'avatar', 'pending', 0, 0, 1000 + n from generate_series(1, 10000) n`.execute(
    test.db,
  )
  await sendMany(una, 5)
  await sql`analyze images`.execute(test.db)
  await admitWaiting(test.db, 'images', 2)
  const touched = await rowsTouched(test.db, (one) => admitWaiting(one, 'images', 3))
  t.equal((await admissionQueueLength(test.db, 'images')).count, 10_002)
  t.ok(touched < 60, `looked at ${touched} rows`)
})
