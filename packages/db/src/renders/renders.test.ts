import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { MAX_RENDER_RESTARTS } from '@toile/contracts/renders/renders.constants'
import { storageKey } from '@toile/storage/keys'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeRender, makeUser } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { insertFile, type AnnouncedFile } from '../files/files.js'
import { findRender } from './renders.js'
import { findChunkJob, findEncodeJob, stateOfChunk } from './renders-jobs.js'
import { admitChunks, queuedRenderPositions, redriveChunk, stuckChunks } from './renders-admission.js'
import { approveRender, cancelRender, moveRender, retryRender } from './renders-transitions.js'
import { addPiece, beginDrawing, failChunk, finishRender, completeChunk } from './renders-drawing.js'
import type { User } from '../users/users.js'

let test: TestDatabase
let owner: User
t.before(async () => {
  test = await createTestDatabase()
})
t.beforeEach(async () => {
  owner = await makeUser(test.db)
  await sql`update renders set status = 'cancelled' where status not in ('finished', 'failed')`.execute(test.db)
})
t.teardown(() => test.drop())

/** 12 images in several chunks. */
const heavy = {
  triangles: 400_000,
  cameras: Array.from({ length: 12 }, (_, i) => ({ azimuth: i * 30, elevation: 7 })),
  width: 1920,
  height: 1080,
}
const file = async (): Promise<AnnouncedFile> => {
  const id = newId()
  const key = storageKey('renders', id, { name: 'p0', hash: 'abc', extension: 'png' })
  const made = {
    id,
    ownerId: owner.id,
    kind: 'image',
    key,
    contentType: 'image/png',
    bytes: 10,
    sha256: 'abc',
  } as const
  await insertFile(test.db, { ...made, state: 'pending' })
  return made
}
const chunksOf = (renderId: string) =>
  test.db
    .selectFrom('render_chunks')
    .select(['id', 'attempt', 'chunk', 'scout', 'released_at', 'stored_at'])
    .where('render_id', '=', renderId)
    .orderBy('chunk')
    .execute()
const releasedOf = async (renderId: string) =>
  (await chunksOf(renderId)).filter((chunk) => chunk.released_at && !chunk.stored_at)
const statusOf = async (id: string) => (await findRender(test.db, id))!.status

async function drawReleased(renderId: string, worker = 'w1') {
  for (const { id, attempt } of await releasedOf(renderId)) {
    const job = (await findChunkJob(test.db, id))!
    await beginDrawing(test.db, { id: renderId, attempt: job.renderAttempt })
    for (const piece of job.pieces)
      await addPiece(test.db, { chunk: { id, attempt }, renderId, piece, file: await file(), seconds: 1 })
    await completeChunk(test.db, { id, attempt }, renderId, worker)
  }
}

await t.test('a render goes from the queue to its end and announces each state once', async (t) => {
  const id = await makeRender(test.db, owner)
  t.match(await findRender(test.db, id), { status: 'queued', frames: 8, framesDone: 0, outputs: [] })
  t.equal(await admitChunks(test.db, 'renders', 2), 1)
  t.equal(await statusOf(id), 'preparing')
  await drawReleased(id)
  t.match(await findRender(test.db, id), { status: 'encoding', framesDone: 8, costSeconds: 8, done: 1 })
  t.equal((await findEncodeJob(test.db, id))!.pieces.length, 8)
  const outputs = [{ name: 'turntable', width: 160, height: 160, file: await file() }]
  t.equal(await finishRender(test.db, { id, attempt: 1 }, outputs, 2), true)
  t.equal(await finishRender(test.db, { id, attempt: 1 }, outputs, 2), false, 'delivered twice, finished once')
  t.match(await findRender(test.db, id), { status: 'finished', costSeconds: 10, outputs: [{ name: 'turntable' }] })
  const events = await test.db
    .selectFrom('events')
    .select('type')
    .where('subject_id', '=', id)
    .orderBy('version')
    .execute()
  t.same(
    events.map(({ type }) => type),
    ['requested', 'preparing', 'rendering', 'encoding', 'finished'].map((state) => `render.${state}`),
  )
  const left = await sql`select from render_pieces where render_id = ${id}`.execute(test.db)
  t.equal(left.rows.length, 0, 'what it was made of is gone')
})

await t.test('Q16 a hundred cancels race a hundred finishes: one end, its cost counted once', async (t) => {
  for (let round = 0; round < 20; round++) {
    const id = await makeRender(test.db, owner)
    await admitChunks(test.db, 'renders', 1)
    await drawReleased(id)
    const outputs = await Promise.all(
      Array.from({ length: 5 }, async () => [{ name: 'turntable', width: 1, height: 1, file: await file() }]),
    )
    const ends = await Promise.all(
      outputs
        .map((output, i) =>
          (i + round) % 2
            ? [cancelRender(test.db, id), finishRender(test.db, { id, attempt: 1 }, output, 2)]
            : [finishRender(test.db, { id, attempt: 1 }, output, 2), cancelRender(test.db, id)],
        )
        .flat(),
    )
    t.equal(ends.filter(Boolean).length, 1, 'one of them ended it')
    const row = (await findRender(test.db, id))!
    t.equal(row.costSeconds, row.status === 'finished' ? 10 : 8)
    t.equal(row.outputs.length, row.status === 'finished' ? 1 : 0)
  }
})

await t.test('a cancelled, failed or outdated chunk writes nothing more', async (t) => {
  const id = await makeRender(test.db, owner, heavy)
  await admitChunks(test.db, 'renders', 2)
  const [first, second] = await releasedOf(id)
  const job = (await findChunkJob(test.db, first!.id))!
  const drawn = async (chunk: { id: string; attempt: number }) => ({
    chunk,
    renderId: id,
    piece: job.pieces[0]!,
    file: await file(),
    seconds: 1,
  })
  t.equal(await addPiece(test.db, await drawn({ id: first!.id, attempt: 9 })), false)
  t.equal(await addPiece(test.db, await drawn(first!)), true)
  t.equal(await addPiece(test.db, await drawn(first!)), false, 'a twin adds nothing')
  t.equal((await findRender(test.db, id))!.costSeconds, 1)
  await cancelRender(test.db, id)
  t.equal(await stateOfChunk(test.db, second!), undefined)
  t.equal(await completeChunk(test.db, first!, id, 'w'), false)
  t.equal(await failChunk(test.db, first!, { code: 'PROCESSING_FAILED', params: {} }), false)
  t.equal(await statusOf(id), 'cancelled')

  t.equal(await retryRender(test.db, id), true)
  t.equal(await retryRender(test.db, id), false)
  t.equal((await findChunkJob(test.db, first!.id))!.stored.length, 1, 'what is drawn stays')
  t.ok((await chunksOf(id)).every(({ attempt, released_at }) => attempt === 2 && !released_at))
})

await t.test('a retry after a failed encoding goes straight to encoding', async (t) => {
  const id = await makeRender(test.db, owner)
  await admitChunks(test.db, 'renders', 1)
  await drawReleased(id)
  await moveRender(test.db, { id, attempt: 1, to: 'failed' })
  await retryRender(test.db, id)
  await admitChunks(test.db, 'renders', 1)
  const [last] = await releasedOf(id)
  t.equal((await findChunkJob(test.db, last!.id))!.stored.length, 8)
  await beginDrawing(test.db, { id, attempt: 2 })
  await completeChunk(test.db, last!, id, 'w')
  t.equal(await statusOf(id), 'encoding')
})

await t.test('Q10 a user with many renders does not keep another waiting', async (t) => {
  const [hungry, modest] = [owner, await makeUser(test.db)]
  const many = []
  for (let i = 0; i < 30; i++) many.push(await makeRender(test.db, hungry))
  const one = await makeRender(test.db, modest)
  t.equal(await admitChunks(test.db, 'renders', 4), 4)
  t.equal(await statusOf(one), 'preparing', 'the other is among the first')
  t.equal(await admitChunks(test.db, 'renders', 4), 0, 'no more than there are places')
  const positions = await queuedRenderPositions(test.db)
  t.same(
    [...positions.values()].sort((a, b) => a - b),
    Array.from({ length: 27 }, (_, i) => i + 1),
  )
})

await t.test('Q10 two relays that admit at the same time admit no more parts than there are places', async (t) => {
  for (let i = 0; i < 4; i++) await makeRender(test.db, owner)
  // The first is in the middle of admitting when the second begins.
  const holder = await test.db.startTransaction().execute()
  await sql`select from renders for update`.execute(holder)
  const admitting = [admitChunks(test.db, 'renders', 2), admitChunks(test.db, 'renders', 2)]
  await until(async () => {
    const waiting = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db)
    return waiting.rows.length === 2
  })
  await holder.commit().execute()
  t.same(new Set(await Promise.all(admitting)), new Set([0, 2]))
})

await t.test('Q10 while others wait, the users’ parts at work differ by one at most', async (t) => {
  const [hungry, ann, bob] = [owner, await makeUser(test.db), await makeUser(test.db)]
  const big = [await makeRender(test.db, hungry, heavy), await makeRender(test.db, hungry, heavy)]
  t.equal(await admitChunks(test.db, 'renders', 6), 6, 'alone, one has all machines')
  const [anns, bobs] = [await makeRender(test.db, ann, heavy), await makeRender(test.db, bob, heavy)]
  const atWork = () =>
    Promise.all([big, [anns], [bobs]].map(async (ids) => (await Promise.all(ids.map(releasedOf))).flat().length))
  for (let landed = 1; landed <= 4; landed++) {
    const [first] = (await Promise.all(big.map(releasedOf))).flat()
    const job = (await findChunkJob(test.db, first!.id))!
    await beginDrawing(test.db, { id: job.renderId, attempt: job.renderAttempt })
    await completeChunk(test.db, first!, job.renderId, 'w1')
    t.equal(await admitChunks(test.db, 'renders', 6), 1, 'a free place is given at once')
  }
  t.same(await atWork(), [2, 2, 2])
  await admitChunks(test.db, 'renders', 8)
  const counts = await atWork()
  t.equal(Math.max(...counts) - Math.min(...counts), 1)
})

await t.test('20 renders of 4 users are drawn in turns, least use first and the heavy user last', async (t) => {
  const people = [owner, await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
  const before = await makeRender(test.db, people[0]!)
  await sql`update renders set cost_seconds = 9000, status = 'finished', finished_at = now() where id = ${before}`.execute(
    test.db,
  )
  const renders: { id: string; person: number }[] = []
  for (const person of [0, 1, 2, 3])
    for (let i = 0; i < 5; i++) renders.push({ id: await makeRender(test.db, people[person]!), person })
  const order: number[] = []
  for (;;) {
    if ((await admitChunks(test.db, 'renders', 1)) === 0) break
    for (const { id, person } of renders)
      if ((await releasedOf(id)).length > 0) {
        order.push(person)
        await drawReleased(id)
        await finishRender(test.db, { id, attempt: 1 }, [], 0)
      }
  }
  // Each part is drawn for the waiting user with the least use. The first user is served only if nobody else waits.
  const left = [5, 5, 5, 5]
  const used = [9000, 0, 0, 0]
  for (const person of order) {
    const waiting = [0, 1, 2, 3].filter((other) => left[other]! > 0)
    t.equal(used[person], Math.min(...waiting.map((other) => used[other]!)))
    used[person]! += 8
    left[person]!--
  }
  t.same(left, [0, 0, 0, 0])
})

await t.test('the scout comes first, and the rest waits for the approval if one is wanted', async (t) => {
  const id = await makeRender(test.db, owner, { ...heavy, approve: true })
  t.equal(await admitChunks(test.db, 'renders', 8), 1)
  t.match(await releasedOf(id), [{ scout: true }])
  await drawReleased(id)
  t.match(await findRender(test.db, id), { approval: 'awaited', status: 'rendering' })
  t.equal(await admitChunks(test.db, 'renders', 8), 0)
  t.equal(await approveRender(test.db, id), true)
  t.equal(await approveRender(test.db, id), false)
  t.ok((await admitChunks(test.db, 'renders', 8)) > 1)
})

await t.test('a render that is cancelled while it awaits approval asks for it again after a retry', async (t) => {
  const id = await makeRender(test.db, owner, { ...heavy, approve: true })
  await admitChunks(test.db, 'renders', 8)
  await drawReleased(id)
  await cancelRender(test.db, id)
  t.equal(await retryRender(test.db, id), true)
  t.equal(await admitChunks(test.db, 'renders', 8), 1)
  await drawReleased(id)
  t.match(await findRender(test.db, id), { approval: 'awaited', status: 'rendering' })
})

await t.test('an abandoned chunk is drawn again; after the last attempt its render fails', async (t) => {
  const id = await makeRender(test.db, owner)
  await admitChunks(test.db, 'renders', 1)
  for (let i = 0; i < MAX_RENDER_RESTARTS; i++) {
    await sql`update render_chunks set released_at = now() - interval '1 hour' where render_id = ${id}`.execute(test.db)
    const [stuck] = await stuckChunks(test.db, { seconds: 60, limit: 10 })
    t.match(stuck, { attempt: i + 1, redrives: i })
    t.equal(await redriveChunk(test.db, stuck!), true)
  }
  await sql`update render_chunks set released_at = now() - interval '1 hour' where render_id = ${id}`.execute(test.db)
  const [stuck] = await stuckChunks(test.db, { seconds: 60, limit: 10 })
  await redriveChunk(test.db, stuck!)
  t.match(await findRender(test.db, id), { status: 'failed', failure: { code: 'PROCESSING_FAILED' } })
})
