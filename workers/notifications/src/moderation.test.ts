import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Decision } from '@toile/contracts/moderation/moderation.constants'
import { appealForThing } from '@toile/db/moderation/appeals'
import { decideCase } from '@toile/db/moderation/moderation-decisions'
import { insertReport } from '@toile/db/moderation/reports'
import type { User } from '@toile/db/users/users'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { makeWork, runTasks } from './run-tasks.test-support.js'

let test: TestDatabase
let admins: User[]
let author: User
t.before(async () => {
  test = await createTestDatabase()
  admins = [await makeUser(test.db, { group: 'admin' }), await makeUser(test.db, { group: 'admin' })]
  author = await makeUser(test.db)
})
t.teardown(() => test.drop())

const decide = async (subjectId: string, decision: Decision, by = admins[0]!) => {
  const { rows } = await sql<{ id: string }>`select id from cases where subject_id = ${subjectId}
    and decided_at is null`.execute(test.db)
  await decideCase(test.db, { id: rows[0]!.id, actorId: by.id, decision, reason: 'because', days: null })
}
const notificationsOf = async ({ id }: User) => {
  const { rows } = await sql<{ result: string; reason: string | null }>`
    select params ->> 'result' as result, params ->> 'reason' as reason from notifications where user_id = ${id}
    and kind = 'moderation' order by id`.execute(test.db)
  return rows.map(({ result, reason }) => (reason === null ? result : `${result}: ${reason}`))
}

t.test(
  'both sides are notified of a decision once, however often it is delivered, and the reporter sees no reason',
  async (t) => {
    const reporters = [await makeUser(test.db), await makeUser(test.db)]
    const report = async (subjectId: string) => {
      for (const { id: reporterId } of reporters) {
        const evidence = { authorId: author.id, text: 'words', imageId: null }
        await insertReport(test.db, { reporterId, kind: 'work', subjectId, reason: 'mine', evidence })
      }
    }
    const dismissed = await makeWork(test.db, author)
    await report(dismissed)
    await decide(dismissed, 'dismiss')
    await runTasks(test.db, 3)
    for (const reporter of reporters) t.same(await notificationsOf(reporter), ['reportKept'])
    t.same(await notificationsOf(author), [], 'of what came to nothing its author hears nothing')

    const hidden = await makeWork(test.db, author)
    await report(hidden)
    await decide(hidden, 'hide')
    await runTasks(test.db, 3)
    t.same(await notificationsOf(author), ['hidden: because'])
    for (const reporter of reporters) t.same(await notificationsOf(reporter), ['reportKept', 'reportActed'])

    await appealForThing(test.db, { id: hidden, userId: author.id, text: 'no' })
    await decide(hidden, 'grant', admins[1]!)
    await runTasks(test.db, 3)
    t.same(await notificationsOf(author), ['hidden: because', 'restored: because'])
    for (const reporter of reporters) t.same((await notificationsOf(reporter)).at(-1), 'reportReversed')

    const warned = await makeWork(test.db, author)
    await report(warned)
    await decide(warned, 'warn')
    await runTasks(test.db, 3)
    t.same((await notificationsOf(author)).at(-1), 'warned: because')
    const { rows } = await sql<{ action: string }>`select params ->> 'action' as action from notifications
    where user_id = ${author.id} and params ->> 'result' = 'warned'`.execute(test.db)
    await appealForThing(test.db, { id: rows[0]!.action, userId: author.id, text: 'no' })
    await decide(warned, 'grant', admins[1]!)
    await runTasks(test.db, 3)
    for (const reporter of reporters)
      t.same((await notificationsOf(reporter)).slice(-2), ['reportActed', 'reportReversed'])
  },
)
