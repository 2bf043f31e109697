import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { createTestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { seedWorks } from '@toile/testing/seeded-works'
import { deleteComment, insertComment } from '../comments/comments.js'
import { dirtyCounters, likeWork, markCountersPublished, unlikeWork, viewWork } from './work-counters.js'

const test = await createTestDatabase()
t.teardown(() => test.drop())
const { db } = test

/** The place of each row in its table. Each write to a row moves it, even one that changes no value. */
async function places(table: 'works' | 'work_counters'): Promise<Map<string, string>> {
  const id = sql.ref(table === 'works' ? 'id' : 'work_id')
  const { rows } = await sql<{ id: string; place: string }>`
    select ${id} as id, concat(ctid, ' of ', xmin) as place from ${sql.table(table)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.place]))
}

await t.test('likes, views, comments and ticks never write a work, and its counters only if they change', async (t) => {
  const owner = await makeUser(db)
  const viewer = await makeUser(db)
  const [workId] = await seedWorks(db, owner, 2)
  const comment = { id: newId(), on: { workId: workId! }, authorId: viewer.id, body: 'Which linen?' }
  const seen = { workId: workId!, viewer: Buffer.from('a hash'), userId: viewer.id }
  const tick = async () => {
    const dirty = await dirtyCounters(db, 10)
    t.same(
      dirty.map((row) => row.workId),
      [workId],
    )
    await markCountersPublished(db, dirty)
    return dirty
  }
  let last = await dirtyCounters(db, 10)
  const works = await places('works')
  let counters = await places('work_counters')
  const steps: [name: string, changed: boolean, step: () => Promise<unknown>][] = [
    ['a like', true, () => likeWork(db, workId!, viewer.id)],
    ['the same like', false, () => likeWork(db, workId!, viewer.id)],
    ['a view', true, () => viewWork(db, seen)],
    ['the same view', false, () => viewWork(db, seen)],
    ["the owner's view", false, () => viewWork(db, { ...seen, viewer: Buffer.from('another'), userId: owner.id })],
    ['a comment', true, () => insertComment(db, comment)],
    ['a tick', true, async () => (last = await tick())],
    ['the same tick', false, () => markCountersPublished(db, last)],
    ['the deletion of the comment', true, () => deleteComment(db, comment.id, viewer.id)],
    ['its repetition', false, () => deleteComment(db, comment.id, viewer.id)],
    ['an earlier tick', false, () => markCountersPublished(db, last)],
    ['a withdrawn like', true, () => unlikeWork(db, workId!, viewer.id)],
    ['its repetition', false, () => unlikeWork(db, workId!, viewer.id)],
    ['another tick', true, async () => (last = await tick())],
    ['a tick without changes', false, async () => markCountersPublished(db, await dirtyCounters(db, 10))],
  ]
  for (const [name, changed, step] of steps) {
    await step()
    t.same(await places('works'), works, `${name} writes no work`)
    const now = await places('work_counters')
    const written = [...now].filter(([id, place]) => counters.get(id) !== place).map(([id]) => id)
    t.same(
      written,
      changed ? [workId] : [],
      `${name} writes ${changed ? 'only the counters of its work' : 'no counters'}`,
    )
    counters = now
  }
})
