import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { isStoreUnavailable } from '@toile/contracts/store-unavailable'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUpload, makeUser } from '@toile/testing/factories'
import { openDb } from './client.js'
import { countUnread } from './notifications/notification-rows.js'
import { finishUpload } from './uploads/uploads-transitions.js'
import { findUserByEmail } from './users/users.js'

let test: TestDatabase
let wakes = 0
t.before(async () => {
  test = await createTestDatabase(() => wakes++)
})
t.teardown(() => test.drop())

await t.test('X09 a commit after a swallowed error rejects and keeps nothing', async (t) => {
  const swallowing = test.db.transaction().execute(async (trx) => {
    await trx.insertInto('tenants').values({ id: newId(), name: 'swallowed' }).execute()
    await sql`select 1/0`.execute(trx).catch(() => {})
  })
  await t.rejects(swallowing, /rolled back/)
  const kept = await test.db.selectFrom('tenants').select('id').where('name', '=', 'swallowed').execute()
  t.equal(kept.length, 0)
})

await t.test('statements are prepared by name', async (t) => {
  await findUserByEmail(test.db, 'nobody@example.test')
  const prepared = await test.db.connection().execute(async (one) => {
    await findUserByEmail(one, 'nobody@example.test')
    return sql<{ statement: string }>`select statement from pg_prepared_statements where from_sql = false`.execute(one)
  })
  t.ok(prepared.rows.some((row) => row.statement.includes('"users"')))
})

await t.test('a process with cached plans plans a list of one id once, not each time', async (t) => {
  const plansOf = async (cachePlans: boolean) => {
    const db = openDb({ url: test.url, poolSize: 1, cachePlans, onError: () => {} })
    try {
      for (let i = 0; i < 10; i++) await countUnread(db, [newId()])
      // The pattern is a parameter, because in the statement's own text it would match the statement itself.
      const { rows } = await sql<{ custom_plans: number }>`
        select custom_plans::int from pg_prepared_statements where statement like ${'%unnest%'}`.execute(db)
      return rows[0]!.custom_plans
    } finally {
      await db.destroy()
    }
  }
  t.equal(await plansOf(true), 0)
  t.equal(await plansOf(false), 10, 'without it Postgres takes planning for the cheaper way')
})

await t.test('the relay wakes only after the commit of an event', async (t) => {
  const owner = await makeUser(test.db)
  const id = await makeUpload(test.db, owner)
  wakes = 0
  await finishUpload(test.db, id)
  t.equal(wakes, 1, 'a single statement')

  const other = await makeUpload(test.db, owner)
  wakes = 0
  await test.db.transaction().execute(async (trx) => {
    await finishUpload(trx, other)
    t.equal(wakes, 0, 'not inside the transaction')
  })
  t.equal(wakes, 1, 'once after the commit')

  const third = await makeUpload(test.db, owner)
  wakes = 0
  await t.rejects(
    test.db.transaction().execute(async (trx) => {
      await finishUpload(trx, third)
      throw new Error('changed my mind')
    }),
  )
  t.equal(wakes, 0, 'never after a rollback')
})

await t.test('Q05 a full, stopping or unreachable server is distinguished from a failing statement', async (t) => {
  await test.db.connection().execute(async (one) => {
    await sql`create function pg_temp.fail_with(code text) returns void language plpgsql as
      $$ begin raise exception 'x' using errcode = code; end $$`.execute(one)
    const fails = async (code: string) =>
      sql`select pg_temp.fail_with(${code})`.execute(one).then(
        () => t.fail('it did not fail'),
        (error: unknown) => isStoreUnavailable(error),
      )
    for (const code of ['53100', '53300', '57P03', '08006']) t.equal(await fails(code), true, code)
    for (const code of ['23505', '57014', '40001']) t.equal(await fails(code), false, code)
  })
  const nowhere = openDb({ url: 'postgres://127.0.0.1:1/none', poolSize: 1, onError: () => {} })
  const error: unknown = await sql`select 1`.execute(nowhere).catch((one: unknown) => one)
  t.match(error, { code: 'ECONNREFUSED' })
  t.ok(isStoreUnavailable(error))
  await nowhere.destroy()
})

await t.test('X10 connections closed by the server do not end the process and are replaced', async (t) => {
  const errors: Error[] = []
  const db = openDb({ url: test.url, poolSize: 2, onError: (error) => errors.push(error) })
  t.teardown(() => db.destroy())
  await findUserByEmail(db, 'a@example.test')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
  const again = () => findUserByEmail(db, 'a@example.test').then(() => true)
  t.ok(await again().catch(again), 'the pool opens a new connection')
})
