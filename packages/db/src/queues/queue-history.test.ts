import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { noteVersions } from './queue-health.js'
import { deploysSince } from './queue-history.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

await t.test('a version is recorded when it first runs and when it returns', async (t) => {
  /** Makes the stored times a minute older. Then two relays record the versions `running`. */
  const minute = async (...running: string[]) => {
    await sql`update deploys set seen_at = seen_at - interval '1 minute',
      again = array(select at - interval '1 minute' from unnest(again) as at)`.execute(test.db)
    await Promise.all([noteVersions(test.db, running), noteVersions(test.db, running)])
  }
  const marks = async () => (await deploysSince(test.db, '24h')).map(({ version }) => version)
  await minute('1')
  await minute('1', '2')
  await minute('2')
  await minute()
  await minute('2')
  t.same(await marks(), ['1', '2'], 'one process after the other')
  await minute('2', '1')
  await minute('1')
  await minute('1')
  t.same(await marks(), ['1', '2', '1'], 'and back')
  await minute('1', '2')
  await minute('2')
  t.same(await marks(), ['1', '2', '1', '2'], 'and once more')
})
