import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { createTestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { exportParts } from './exports.js'

const CODES = 450

await t.test('an export lists more rows than a page holds, each once', async (t) => {
  const test = await createTestDatabase()
  t.teardown(() => test.drop())
  const owner = await makeUser(test.db)
  const batch = newId()
  await sql`insert into code_batches (id, days, count) values (${batch}, 30, ${CODES})`.execute(test.db)
  await sql`insert into s_codes (id, batch_id, days, hash, hint, holder_id, received_at, used_by, used_at)
    select gen_random_uuid(), ${batch}, 30, sha256(n::text::bytea), lpad(n::text, 4, '0'), ${owner.id}, now(),
      case when n % 2 = 0 then ${owner.id}::uuid end, case when n % 2 = 0 then now() end
    from generate_series(1, ${CODES}::int) n`.execute(test.db)
  const hints: unknown[] = []
  for (const { name, rows } of exportParts(test.db, owner.id, () => ''))
    for await (const row of rows) {
      if (name === 's_codes') hints.push((row as { hint: string }).hint)
      if (hints.length > CODES) return t.fail('a page is listed again')
    }
  t.equal(hints.length, CODES)
  return t.equal(new Set(hints).size, CODES)
})
