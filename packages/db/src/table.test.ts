import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { ToileError } from '@toile/contracts/errors'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { inBulk } from './bulk.js'
import type { Db } from './client.js'
import { contains, findRow, readTable, type TableSql } from './table.js'

const idOf = (n: number) => `01980000-0000-7000-8000-${`${n}`.padStart(12, '0')}`
const names = ['Atelier %', 'Atelier B', 'Studio', 'Zoë']

const tenants: TableSql<{ q?: string }> = {
  select: sql`t.id, t.name`,
  from: sql`tenants t`,
  id: sql`t.id`,
  sort: { name: sql`t.name`, nothing: sql`null::text` },
  file: {},
  first: { sort: 'name', order: 'asc' },
  where: ({ q }) => (q ? [contains(q, sql`t.name`)] : []),
}
type Row = { id: string; name: string }

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
  await test.db
    .insertInto('tenants')
    .values(names.map((name, n) => ({ id: idOf(n), name })))
    .execute()
})
t.teardown(() => test.drop())

const read = (query: Parameters<typeof readTable<Row, { q?: string }>>[2]) =>
  readTable<Row, { q?: string }>(test.db, tenants, query)

t.test('a table is read by page in an order that never shows a row twice, and counts the filtered rows', async (t) => {
  const seen: string[] = []
  for (const page of [1, 2, 3]) {
    const { items, total } = await read({ sort: 'nothing', order: 'desc', page, pageSize: 2 })
    t.equal(total, 4)
    seen.push(...items.map(({ id }) => id))
  }
  t.same(seen, [3, 2, 1, 0].map(idOf), 'rows that the order does not tell apart come by their ids')
  t.same((await read({ order: 'desc', pageSize: 1 })).items[0]?.name, 'Zoë')
  t.same((await read({ q: 'ATELIER' })).total, 2)
  t.same(
    (await read({ q: ' % ' })).items.map(({ name }) => name),
    ['Atelier %'],
    'a sign of patterns is a sign',
  )
  t.same((await read({ sort: 'no such order' })).total, 4)
  t.equal((await findRow<Row>(test.db, tenants, idOf(2)))?.name, 'Studio')
})

const rename = async (trx: Db, id: string) => {
  if (id === idOf(1)) throw new ToileError('STATE_CONFLICT')
  await trx
    .updateTable('tenants')
    .set({ name: sql`name || '!'` })
    .where('id', '=', id)
    .execute()
}
const renamed = async () => (await read({ q: '!' })).total

t.test(
  'B05 a bulk action skips refused rows, a dry run reports the same and keeps nothing, a failure undoes all',
  async (t) => {
    const ids = [0, 1, 2].map(idOf)
    const dry = await inBulk(test.db, ids, { dryRun: true }, rename)
    t.equal(await renamed(), 0)
    await t.rejects(
      inBulk(test.db, ids, {}, async (trx, id) => {
        await rename(trx, id).catch(() => {})
        if (id === idOf(2)) throw new Error('the power went')
      }),
      { message: 'the power went' },
    )
    t.equal(await renamed(), 0)
    const wet = await inBulk(test.db, ids, {}, rename)
    t.same(wet, dry)
    t.equal(wet.done, 2)
    t.same(
      wet.skipped.map(({ id, error }) => [id, error.code]),
      [[idOf(1), 'STATE_CONFLICT']],
    )
    t.equal(await renamed(), 2)
  },
)
