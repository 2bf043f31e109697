import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { createTestDatabase } from '@toile/testing/database'
import { until } from '@toile/testing/until'
import { uploadLease } from './upload-lease.js'

await t.test('U13 a renewal that overlaps the release does not cut off the response', async (t) => {
  const test = await createTestDatabase()
  t.teardown(() => test.drop())
  const request = new IncomingMessage(new Socket())
  let isHolding = false
  let held = 0
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const db = test.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isHolding) {
        held++
        await gate
      }
      return result
    },
  })
  const lease = uploadLease(db, newId(), request)
  await lease.lock(new AbortController().signal, () => {})
  // The test deletes the lock, as the release does, just before the renewal reads the lock's row.
  await sql`delete from upload_locks`.execute(test.db)
  isHolding = true
  await until(() => held === 1)
  isHolding = false
  await lease.unlock()
  letGo()
  await new Promise((resolve) => setImmediate(resolve))
  t.notOk(request.destroyed)
})
