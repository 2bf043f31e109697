import t from '@toile/testing/tap'
import { openQueues, type Queues } from '@toile/bus/queues'
import { jobOfStage } from '@toile/contracts/uploads/upload-queue'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { MIN_HISTORY, type UploadStage } from '@toile/contracts/uploads/uploads.constants'
import { admitWaiting } from '@toile/db/files/admission-queues'
import { beginWork, remaining } from '@toile/db/uploads/stage-history'
import { finishUpload, moveUpload } from '@toile/db/uploads/uploads-transitions'
import { makeUpload } from '@toile/testing/factories'
import { startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
let queues: Queues
let ann: Person
t.before(async () => {
  api = await startTestApi()
  queues = openQueues(api.config.redisUrl, undefined as never)
  ann = await api.person()
})
t.teardown(async () => {
  await queues.close()
  await api.close()
})

const show = async (id: string) =>
  (await ann.call('GET', `/uploads/${id}`).then((response) => response.json())) as Upload
const received = async (size?: number) => {
  const id = await makeUpload(api.db, ann.user, size)
  await finishUpload(api.db, id)
  return id
}
const line = async (id: string, stage: UploadStage) => {
  await admitWaiting(api.db, 'uploads', 100)
  await queues.add([{ name: jobOfStage[stage]!, payload: { id, attempt: 1 } }])
}

await t.test('waiting uploads have places, starting at one', async (t) => {
  const ids = [await received(), await received(), await received()]
  for (const id of ids) await line(id, 'upload')
  t.same(await Promise.all(ids.map(async (id) => (await show(id)).place)), [1, 2, 3])
  const list = (await ann.call('GET', '/uploads').then((response) => response.json())) as { items: Upload[] }
  t.same(
    list.items.map(({ place }) => place),
    [3, 2, 1],
    'newest first, the same places',
  )

  // The next stage has a job of its own, which goes to the end of the queue.
  await moveUpload(api.db, { id: ids[0]!, to: 'finished', attempt: 1 })
  t.equal((await show(ids[0]!)).place, undefined, 'its job is not in the line yet')
  await line(ids[0]!, 'finished')
  t.equal((await show(ids[0]!)).place, 4)
})

await t.test('an upload held back by fairness comes after those that are queued', async (t) => {
  const bob = await api.person()
  const first = await received()
  const [second, bobs] = [await received(), await makeUpload(api.db, bob.user)]
  await finishUpload(api.db, bobs)
  const placeOf = async (id: string, of = ann) =>
    ((await (await of.call('GET', `/uploads/${id}`)).json()) as Upload).place
  const positions = [await placeOf(bobs, bob), await placeOf(first), await placeOf(second)]
  t.same(positions, [5, 6, 7], 'the least recently served user comes first')
})

await t.test('gives the time left from twenty similar uploads on, and not for other sizes', async (t) => {
  const bytes = 5_000_000
  const past = async (longer: number) => {
    const id = await received(bytes)
    for (const [stage, seconds] of [
      ['finished', 1],
      ['processed', 10],
      ['ready_to_publish', 4],
    ] as const) {
      await beginWork(api.db, { id, attempt: 1 })
      await api.db
        .updateTable('uploads')
        .set({ work_began_at: new Date(Date.now() - seconds * longer * 1_000) })
        .where('id', '=', id)
        .execute()
      await moveUpload(api.db, { id, to: stage, attempt: 1 })
    }
  }
  const id = await received(bytes)
  await admitWaiting(api.db, 'uploads', 100)
  await beginWork(api.db, { id, attempt: 1 })
  for (let i = 1; i < MIN_HISTORY; i++) await past(1 + i / MIN_HISTORY)
  t.equal((await show(id)).eta, undefined, 'nineteen are too few')
  await past(2)
  await beginWork(api.db, { id, attempt: 1 })
  const { eta } = await show(id)
  t.ok(eta && eta.minSeconds >= 13 && eta.minSeconds < eta.maxSeconds && eta.maxSeconds <= 31, JSON.stringify(eta))

  await moveUpload(api.db, { id, to: 'finished', attempt: 1 })
  t.equal((await show(id)).eta, undefined, 'no worker has begun with this stage')
  await beginWork(api.db, { id, attempt: 1 })
  t.ok((await show(id)).eta!.maxSeconds < eta!.maxSeconds, 'less is left')
  await line(id, 'finished')
  t.equal((await show(id)).eta, undefined, 'given back to the queue, it waits, and nobody knows how long')

  const other = await received(bytes * 16)
  await beginWork(api.db, { id: other, attempt: 1 })
  t.equal((await show(other)).eta, undefined)
})

t.test('gives no time left once an upload takes longer than any before', async (t) => {
  const range = { low: [1, 10], high: [2, 20] }
  t.same(remaining(range, 0), { minSeconds: 11, maxSeconds: 22 })
  t.same(remaining(range, 1.5), { minSeconds: 10, maxSeconds: 21 })
  t.equal(remaining(range, 3), undefined)
  t.same(remaining({ low: [0.1], high: [0.2] }, 0.1), { minSeconds: 0, maxSeconds: 1 })
})
