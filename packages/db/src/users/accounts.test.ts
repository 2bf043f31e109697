import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeToken, makeUpload, makeUser } from '@toile/testing/factories'
import { notify } from '../notifications/notifications.js'
import { deleteAccount, removeUnfinishedAccounts } from './accounts.js'
import { openToken } from '../sessions/one-time-tokens.js'
import { insertUser } from './users.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

async function halfMade(name: string, daysAgo: number) {
  const user = await insertUser(test.db, {
    username: name,
    email: null,
    passwordHash: null,
    inviteCode: randomBytes(6).toString('hex'),
  })
  await test.db.insertInto('identities').values({ provider: 'facebook', subject: name, user_id: user.id }).execute()
  await sql`update users set created_at = now() - make_interval(days => ${daysAgo}) where id = ${user.id}`.execute(
    test.db,
  )
  return user
}
const names = async () =>
  (await test.db.selectFrom('users').select('username').orderBy('username').execute()).map(({ username }) => username)

await t.test('only incomplete accounts are removed, a week later', async (t) => {
  await halfMade('gone', 8)
  await halfMade('young', 6)
  await makeToken(test.db, await halfMade('signed-in', 8), 'bind_email')
  const { sid } = await makeToken(test.db, await halfMade('signed-in-before', 8), 'bind_email')
  await sql`update sessions set expires_at = now() - interval '1 day' where id = ${sid}`.execute(test.db)
  const mailed = await halfMade('mailed', 8)
  await openToken(test.db, { userId: mailed.id, purpose: 'bind_email', email: 'mailed@example.test' })
  const inviter = await halfMade('inviter', 8)
  const invited = await makeUser(test.db, { name: 'invited' })
  await sql`update users set invited_by = ${inviter.id} where id = ${invited.id}`.execute(test.db)
  const whole = await makeUser(test.db, { name: 'whole', verified: false })
  const left = await makeUser(test.db, { name: 'left' })
  await sql`update users set created_at = now() - interval '1 year' where id in (${whole.id}, ${left.id})`.execute(
    test.db,
  )
  await sql`update users set email = null, deleted_at = now() where id = ${left.id}`.execute(test.db)
  const disowned = await makeUser(test.db, { name: 'disowned', verified: false, password: 'correct horse 7' })
  await makeUpload(test.db, disowned)
  await sql`update users set email = null, created_at = now() - interval '1 year' where id = ${disowned.id}`.execute(
    test.db,
  )

  t.equal(await removeUnfinishedAccounts(test.db), 2)
  t.same(await names(), ['disowned', 'invited', 'inviter', 'left', 'mailed', 'signed-in', 'whole', 'young'])
  t.equal(await removeUnfinishedAccounts(test.db), 0, 'again, nothing is left to do')
  const identities = await test.db.selectFrom('identities').select('subject').where('subject', '=', 'gone').execute()
  t.same(identities, [], 'a returning user gets a new account')
})

await t.test('an account that binds its email at that very moment stays', async (t) => {
  const user = await halfMade('just-now', 8)
  const trx = await test.db.startTransaction().execute()
  await trx
    .updateTable('users')
    .set({ email: `${newId()}@example.test` })
    .where('id', '=', user.id)
    .execute()
  t.equal(await removeUnfinishedAccounts(test.db), 0)
  await trx.commit().execute()
  t.equal(await removeUnfinishedAccounts(test.db), 0)
})

await t.test('readers of notifications that go with an account get their new unread count', async (t) => {
  const [reader, leaving] = [await makeUser(test.db), await makeUser(test.db)]
  const kind = 'follow'
  await notify(test.db, { userId: reader.id, kind, key: `follow:${leaving.id}`, actorId: leaving.id })
  const countsOf = async () =>
    (await sql`select from events where type = 'notification.counted' and subject_id = ${reader.id}`.execute(test.db))
      .rows.length
  t.equal(await countsOf(), 1)
  await deleteAccount(test.db, leaving.id)
  t.equal(await countsOf(), 2)
})

await t.test('accounts are deleted while their readers get other notifications', async (t) => {
  const reader = await makeUser(test.db)
  const kind = 'like'
  for (let round = 0; round < 12; round++) {
    const subject = { kind: 'work', id: newId() } as const
    const [leaving, second, third] = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
    const like = (actorId: string) =>
      notify(test.db, { userId: reader.id, kind, key: `like:${subject.id}:${actorId}`, actorId, subject })
    await like(leaving.id)
    await Promise.all([deleteAccount(test.db, leaving.id), like(second.id), like(third.id)])
  }
  const left = await sql<{ people: number }>`select people from notifications where user_id = ${reader.id}`.execute(
    test.db,
  )
  t.ok(left.rows.length >= 12 && left.rows.every(({ people }) => people >= 1))
})
