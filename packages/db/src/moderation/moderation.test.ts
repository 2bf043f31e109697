import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { CLAIM_MINUTES } from '@toile/contracts/moderation/moderation.constants'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReleasedWork } from '@toile/testing/activities'
import { makeUser } from '@toile/testing/factories'
import { findCase, listCases } from './moderation.js'
import { claimCase, releaseCase } from './moderation-claims.js'
import { decideCase, outcomeOf } from './moderation-decisions.js'
import { currentOf } from './moderation-subjects.js'
import { insertReport } from './reports.js'
import { hideWork } from './work-moderation.js'
import { inTransaction } from '../client.js'
import { insertComment } from '../comments/comments.js'
import { moveWork, updateWork } from '../works/works-transitions.js'
import type { User } from '../users/users.js'

let test: TestDatabase
let one: User
let two: User
let author: User
t.before(async () => {
  test = await createTestDatabase()
  one = await makeUser(test.db, { group: 'admin' })
  two = await makeUser(test.db, { group: 'admin' })
  author = await makeUser(test.db)
})
t.teardown(() => test.drop())

const report = async (about = newId(), reporter?: User) => {
  const { id: reporterId } = reporter ?? (await makeUser(test.db))
  const evidence = { authorId: author.id, text: 'words', imageId: null }
  await insertReport(test.db, { reporterId, kind: 'message', subjectId: about, reason: 'rude', evidence })
  const { rows } = await sql<{ id: string }>`select case_id as id from reports where subject_id = ${about}
    order by id desc limit 1`.execute(test.db)
  return { about, id: rows[0]!.id, reporterId }
}
const decide = (id: string, by: User, decision: 'dismiss' | 'warn' = 'dismiss') =>
  decideCase(test.db, { id, actorId: by.id, decision, reason: 'as it is', days: null })
const actionsOn = async (subjectId: string) => {
  const { rows } = await sql<{ action: string }>`select action from audit where subject_id = ${subjectId}
    order by id`.execute(test.db)
  return rows.map(({ action }) => action)
}

t.test('reports of one thing share a case while it is open; later ones open a new case', async (t) => {
  const reporter = await makeUser(test.db)
  const first = await report(undefined, reporter)
  t.equal((await report(first.about, reporter)).id, first.id, 'the same person again')
  const second = await report(first.about)
  t.equal(second.id, first.id)
  t.match(await findCase(test.db, first.id), { reports: 2, version: 2, authorId: author.id, excerpt: null })
  await decide(first.id, one)
  const third = await report(first.about)
  t.not(third.id, first.id)
  t.same((await outcomeOf(test.db, first.id))?.reporters.sort(), [first.reporterId, second.reporterId].sort())
  await decide(third.id, one)
})

t.test('only one of many claims on a case succeeds, and it lasts half an hour by Postgres’ clock', async (t) => {
  const { id } = await report()
  const admins = [one, two, ...(await Promise.all([1, 2, 3].map(() => makeUser(test.db, { group: 'admin' }))))]
  const tried = await Promise.allSettled(admins.map((admin) => claimCase(test.db, id, admin.id)))
  t.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const lost of tried) if (lost.status === 'rejected') t.match(lost.reason, { code: 'CASE_CLAIMED' })
  t.same(await actionsOn(id), ['case.claimed'], 'and one row in the audit')
  const holder = admins.find((_, at) => tried[at]!.status === 'fulfilled')!
  const another = admins.find((admin) => admin !== holder)!
  await t.rejects(decide(id, another), { code: 'CASE_CLAIMED' })
  await t.rejects(releaseCase(test.db, id, another.id), { code: 'STATE_CONFLICT' })
  const mine = await listCases(test.db, { state: 'mine', userId: holder.id, page: 1, pageSize: 10 })
  t.match(mine, { total: 1, items: [{ id, claimedBy: holder.id }] })

  await sql`update cases set claimed_until = claimed_until - make_interval(mins => ${CLAIM_MINUTES})`.execute(test.db)
  t.match(await findCase(test.db, id), { claimedBy: null, claimedUntil: null })
  await claimCase(test.db, id, another.id)
  await releaseCase(test.db, id, another.id)
  await decide(id, holder)
  await t.rejects(claimCase(test.db, id, another.id), { code: 'STATE_CONFLICT' })
})

t.test('only one of two concurrent decisions counts, with one audit row and one event', async (t) => {
  const { id, about } = await report()
  const tried = await Promise.allSettled([decide(id, one), decide(id, two, 'warn')])
  t.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1)
  const rows = [...(await actionsOn(about)), ...(await actionsOn(author.id))]
  t.equal(rows.length, 1)
  const events = await sql`select from events where subject_id = ${id} and type = 'case.decided'`.execute(test.db)
  t.equal(events.rows.length, 1)
})

t.test('no administrator decides reports about themselves while there is another administrator', async (t) => {
  const { id } = await report()
  await sql`update cases set author_id = ${one.id} where id = ${id}`.execute(test.db)
  await t.rejects(claimCase(test.db, id, one.id), { code: 'CASE_NEEDS_ANOTHER' })
  await decide(id, two)
})

t.test('a case links to its work or comment only while administrators can open it', async (t) => {
  const subjectId = await makeReleasedWork(test.db, author)
  const commentId = newId()
  const on = { workId: subjectId }
  await insertComment(test.db, { id: commentId, on, authorId: author.id, body: 'Lovely', mentions: [] })
  const pathsOf = async () => [
    (await currentOf(test.db, { subjectKind: 'work', subjectId }))!.path,
    (await currentOf(test.db, { subjectKind: 'comment', subjectId: commentId }))!.path,
  ]
  const page = `/project/${subjectId}`
  const both = [page, `${page}#comment-${commentId}`]
  t.same(await pathsOf(), both)
  await inTransaction(test.db, (trx) => hideWork(trx, { id: subjectId, actorId: one.id, reason: 'copied' }))
  t.same(await pathsOf(), both, 'hidden')
  await inTransaction(test.db, (trx) => updateWork(trx, subjectId, { visibility: 'private' }))
  t.same(await pathsOf(), [null, null], 'private, too')
  await inTransaction(test.db, (trx) => moveWork(trx, subjectId, 'trashed'))
  t.same(await pathsOf(), [null, null])
})

t.test('B04 audit rows are never changed, deleted or truncated, and a failed decision writes none', async (t) => {
  const { id, about } = await report()
  await t.rejects(
    decideCase(test.db, { id, actorId: one.id, decision: 'hide', reason: 'no', days: null }),
    { code: 'INVALID_INPUT' },
    'a message is never taken away',
  )
  t.same(await actionsOn(about), [])
  await decide(id, one)
  for (const change of [sql`update audit set params = '{}'`, sql`delete from audit`, sql`truncate audit`])
    await t.rejects(change.execute(test.db), /kept as they were written/)
})
