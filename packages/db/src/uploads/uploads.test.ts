import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { MAX_UNFINISHED_UPLOADS, MAX_UPLOAD_RESTARTS } from '@toile/contracts/uploads/uploads.constants'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUpload, makeUser } from '@toile/testing/factories'
import { admitWaiting } from '../files/admission-queues.js'
import type { User } from '../users/users.js'
import { doOthersComeFirst, expireUploads, findUpload, removeUnfinishedUpload } from './uploads.js'
import {
  failUpload,
  finishUpload,
  moveUpload,
  processUpload,
  readyUpload,
  redriveUpload,
  retryUpload,
  stuckUploads,
} from './uploads-transitions.js'

let test: TestDatabase
let owner: User
t.before(async () => {
  test = await createTestDatabase()
})
t.beforeEach(async () => {
  owner = await makeUser(test.db)
})
t.teardown(() => test.drop())

const eventsOf = async (id: string) => {
  const rows = await test.db
    .selectFrom('events')
    .select(['type', 'attempt', 'version'])
    .where('subject_id', '=', id)
    .orderBy('version')
    .execute()
  return rows
}

await t.test('U22 finishing an upload twenty times at once queues it once', async (t) => {
  const id = await makeUpload(test.db, owner)
  const done = await Promise.all(Array.from({ length: 20 }, () => finishUpload(test.db, id)))
  t.equal(done.filter(Boolean).length, 1)
  t.same(
    (await eventsOf(id)).map((event) => event.type),
    ['upload.received'],
  )
})

await t.test('U15 a late write of an older attempt changes nothing', async (t) => {
  const id = await makeUpload(test.db, owner)
  await finishUpload(test.db, id)
  await failUpload(test.db, { id, attempt: 1 }, { code: 'PROCESSING_TOO_LONG', params: {} })
  t.ok(await retryUpload(test.db, id))
  t.notOk(await moveUpload(test.db, { id, to: 'finished', attempt: 1 }), 'attempt 1 comes back too late')
  t.ok(await moveUpload(test.db, { id, to: 'finished', attempt: 2 }))
})

await t.test('U15 a result that arrives after its attempt has failed changes nothing', async (t) => {
  const id = await makeUpload(test.db, owner)
  const move = { id, attempt: 1 }
  await finishUpload(test.db, id)
  await moveUpload(test.db, { ...move, to: 'finished' })
  await failUpload(test.db, move, { code: 'PROCESSING_TOO_LONG', params: {} })
  t.notOk(await processUpload(test.db, move, { proprietaryFormat: 'zprj' }))
  let isCalled = false
  t.notOk(await readyUpload(test.db, move, () => Promise.resolve(void (isCalled = true))))
  t.notOk(isCalled, 'no pictures are written')
  t.match(await findUpload(test.db, id), { stage: 'failed', failure: { code: 'PROCESSING_TOO_LONG' } })
})

await t.test('retry continues from the last good stage', async (t) => {
  const id = await makeUpload(test.db, owner)
  await finishUpload(test.db, id)
  await moveUpload(test.db, { id, to: 'finished', attempt: 1 })
  await moveUpload(test.db, { id, to: 'processed', attempt: 1 })
  await failUpload(test.db, { id, attempt: 1 }, { code: 'PROCESSING_TOO_LONG', params: {} })
  t.ok(await retryUpload(test.db, id))
  const row = (await findUpload(test.db, id))!
  t.match(row, { stage: 'processed', attempt: 2, failure: null })
  t.equal((await eventsOf(id)).at(-1)?.type, 'upload.queued', 'it waits in line again')
  await admitWaiting(test.db, 'uploads', 1_000)
  t.equal((await eventsOf(id)).at(-1)?.type, 'upload.processed', 'whose event sets off the preview again')
  t.notOk(await retryUpload(test.db, id), 'a second click finds nothing to retry')
})

await t.test('Q05 a stuck upload gets another attempt and fails after the last one', async (t) => {
  const id = await makeUpload(test.db, owner)
  await finishUpload(test.db, id)
  await admitWaiting(test.db, 'uploads', 1_000)
  for (let round = 1; round <= MAX_UPLOAD_RESTARTS; round++) {
    await sql`update uploads set updated_at = now() - interval '1 hour' where id = ${id}`.execute(test.db)
    const [stuck] = await stuckUploads(test.db, { seconds: 60, limit: 10 })
    t.match(stuck, { id, attempt: round })
    t.ok(await redriveUpload(test.db, stuck!))
    t.notOk(await redriveUpload(test.db, stuck!), 'a second relay that saw the same row does nothing')
  }
  await sql`update uploads set updated_at = now() - interval '1 hour' where id = ${id}`.execute(test.db)
  const [stuck] = await stuckUploads(test.db, { seconds: 60, limit: 10 })
  await redriveUpload(test.db, stuck!)
  t.match(await findUpload(test.db, id), { stage: 'failed', failure: { code: 'PROCESSING_FAILED' } })
})

await t.test('U16 the eleventh unfinished upload is refused, also under concurrent requests', async (t) => {
  const results = await Promise.allSettled(
    Array.from({ length: MAX_UNFINISHED_UPLOADS + 5 }, () => makeUpload(test.db, owner)),
  )
  t.equal(results.filter((result) => result.status === 'fulfilled').length, MAX_UNFINISHED_UPLOADS)
  const refused = results.find((result) => result.status === 'rejected')
  t.match(refused?.reason, { code: 'TOO_MANY_UPLOADS' })
})

await t.test('U16 an upload without a byte for a day is removed and its file marked for the purge', async (t) => {
  const stale = await makeUpload(test.db, owner)
  const fresh = await makeUpload(test.db, owner)
  await sql`update uploads set updated_at = now() - interval '25 hours' where id = ${stale}`.execute(test.db)
  t.equal(await expireUploads(test.db), 1)
  t.notOk(await findUpload(test.db, stale))
  t.ok(await findUpload(test.db, fresh))
  const marked = await test.db.selectFrom('files').select('state').where('owner_id', '=', owner.id).execute()
  t.same(marked.map((file) => file.state).sort(), ['deleted', 'pending'])
})

await t.test('U14 of concurrent removing and finishing exactly one succeeds', async (t) => {
  for (let round = 0; round < 20; round++) {
    const id = await makeUpload(test.db, owner)
    const [removed, finished] = await Promise.all([removeUnfinishedUpload(test.db, id), finishUpload(test.db, id)])
    t.not(removed, finished)
    if (finished) await failUpload(test.db, { id, attempt: 1 }, { code: 'BYTES_MISSING', params: {} })
  }
})

await t.test('further work on a ready upload yields to other complete uploads, but not forever', async (t) => {
  const motion = await createTestDatabase()
  t.teardown(() => motion.drop())
  const { db } = motion
  const [id, other] = [await makeUpload(db, await makeUser(db)), await makeUpload(db, await makeUser(db))]
  await finishUpload(db, id)
  await sql`update uploads set stage = 'ready_to_publish' where id = ${id}`.execute(db)
  t.notOk(await doOthersComeFirst(db, id), 'bytes that are still to come may never do so')
  await finishUpload(db, other)
  t.ok(await doOthersComeFirst(db, id))
  t.notOk(await doOthersComeFirst(db, other), 'it is alone')
  await sql`update uploads set updated_at = now() - interval '1 hour' where id = ${id}`.execute(db)
  t.notOk(await doOthersComeFirst(db, id), 'it has waited long enough')
  await sql`update uploads set updated_at = now() where id = ${id}`.execute(db)
  await failUpload(db, { id: other, attempt: 1 }, { code: 'BYTES_MISSING', params: {} })
  t.notOk(await doOthersComeFirst(db, id), 'nothing more becomes of what failed')
})
