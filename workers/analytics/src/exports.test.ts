import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { MAX_EXPORT_ATTEMPTS } from '@toile/contracts/backstage/table-exports.constants'
import { findStoredFile } from '@toile/db/files/files'
import { giveCode, insertBatch } from '@toile/db/software/codes-backstage'
import { endExports, findExport, redriveExport, requestExport, stuckExports } from '@toile/db/backstage/table-exports'
import type { User } from '@toile/db/users/users'
import { csvLine, csvOf } from '@toile/runtime/csv'
import { makeCode } from '@toile/runtime/s-codes'
import { openStorage } from '@toile/storage/open'
import type { Storage } from '@toile/storage/storage'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReleasedWork } from '@toile/testing/activities'
import { makeUser } from '@toile/testing/factories'
import { writeExport } from './handlers/export.js'

let test: TestDatabase
let storage: Storage
let folder: string
let adm: User
const { signal } = new AbortController()
t.before(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'toile-exports-'))
  storage = await openStorage({ driver: 'folder', folder })
  adm = await makeUser(test.db, { group: 'admin' })
})
t.teardown(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const ofCodes = ['note', 'days', 'receiver']
async function ask({ owner = adm, table = 's-codes', columns = ofCodes, query = {} } = {}): Promise<string> {
  await sql`update table_exports set created_at = now() - interval '2 hours'`.execute(test.db)
  const id = newId()
  await requestExport(test.db, { id, ownerId: owner.id, table, query, columns })
  return id
}
async function batchOf(note: string, count = 1): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode)
  return (await insertBatch(test.db, { days: 30, note, createdBy: adm.id, codes })).codeIds
}
async function fileOf(id: string): Promise<string> {
  const row = await findExport(test.db, id, adm.id)
  const file = await findStoredFile(test.db, row!.fileId!)
  // Read as bytes, because text() would drop the byte order mark.
  return (await buffer(await storage.get(file!.key))).toString()
}
const stored = async () =>
  (await sql`select id from files where kind = 'export' and state = 'stored'`.execute(test.db)).rows.length
const actions = async (id: string) =>
  await test.db.selectFrom('audit').select(['action', 'params']).where('subject_id', '=', id).orderBy('id').execute()

/** Parses with an independent library. */
const parsed = (csv: string): string[][] => parse(csv, { bom: true, recordDelimiter: '\r\n', relaxColumnCount: true })
/** Removes the quote that keeps spreadsheets from running the cell as a formula. */
const meant = (cell: string) => cell.replace(/^'/, '')

const payloads = [
  '=HYPERLINK("http://evil.test","win")',
  '+1+cmd|calc',
  '-2+3',
  '@SUM(1;2)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  "'=1 was a text",
  ' =1+1',
  'a, "b"\r\nc',
]

await t.test('B01 no exported cell runs as a formula, and a reader gets back the original text', async (t) => {
  for (const payload of [...payloads, '\0=1']) {
    const [[cell, number] = []] = parsed(csvLine([payload, -5]))
    t.notMatch(cell, /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/u, JSON.stringify(payload))
    t.equal(meant(cell!), payload)
    t.equal(number, '-5', 'a number is no text')
  }
  const nasty = fc.constantFrom(...'=+-@\t\r\n\0\'",; ＝＋－＠', '\u00a0', '\ufeff', '\u2028', 'a', '汉')
  const text = fc.oneof(fc.string({ unit: nasty, maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 }))
  const cells = fc.tuple(text, fc.oneof(text, fc.integer(), fc.constant(null)), text)
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 4 }), (rows) => {
      const found = parsed(csvOf(rows))
      t.same(
        found.map((row, i) => row.map((cell, j) => (typeof rows[i]![j] === 'string' ? meant(cell) : cell))),
        rows.map((row) => row.map((cell) => String(cell ?? ''))),
      )
      for (const [i, row] of found.entries())
        for (const [j, cell] of row.entries())
          if (typeof rows[i]![j] === 'string') t.notMatch(cell, /^(?:[\t\r\0]|[\s\0]*[=+\-@＝＋－＠])/u)
    }),
    { numRuns: 300 },
  )
  const work = await makeReleasedWork(test.db, adm)
  for (const payload of payloads) {
    const [id] = await batchOf(payload)
    const person = await makeUser(test.db)
    await sql`update users set nickname = ${payload} where id = ${person.id}`.execute(test.db)
    await giveCode(test.db, { id: id!, userId: person.id, actorId: adm.id })
    await sql`insert into comments (id, work_id, author_id, body)
      values (${newId()}, ${work}, ${person.id}, ${payload})`.execute(test.db)
  }
  const latestFirst = payloads.toReversed()
  const lists = [
    { table: 's-codes', columns: ofCodes, q: '', back: latestFirst.map((text) => [text, '30', text]) },
    { table: 'comments', columns: ['said', 'author'], q: '', back: latestFirst.map((text) => [text, text]) },
    { table: 'users', columns: ['name', 'group'], q: 'user-', back: latestFirst.map((text) => [text, 'user']) },
  ]
  for (const { table, columns, q, back } of lists) {
    const id = await ask({ table, columns, query: q ? { q } : {} })
    await writeExport({ db: test.db, storage })({ id, attempt: 1 }, { signal })
    const csv = await fileOf(id)
    t.ok(csv.startsWith(`\ufeff${columns.join(',')}\r\n`))
    const [, ...rows] = parsed(csv)
    for (const cell of rows.flat()) t.notMatch(cell, /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/u)
    const read = rows.map((row) => row.map(meant))
    t.same(table === 'users' ? read.filter(([, group]) => group === 'user') : read, back, table)
  }
})

await t.test('an export contains its rows once, and a truncated one says so', async (t) => {
  await sql`delete from s_codes`.execute(test.db)
  await batchOf('silk', 1_000)
  await batchOf('silk', 501)
  const before = await stored()
  const id = await ask({ columns: ['note'], query: { q: 'silk' } })
  const run = writeExport({ db: test.db, storage })
  await Promise.all([run({ id, attempt: 1 }, { signal }), run({ id, attempt: 1 }, { signal })])
  await run({ id, attempt: 1 }, { signal })
  t.match(await findExport(test.db, id, adm.id), { state: 'ready', rows: 1_501, cut: false })
  t.equal(parsed(await fileOf(id)).length, 1 + 1_501)
  t.match(await actions(id), [
    { action: 'export.requested', params: { table: 's-codes', filter: 'q=silk' } },
    { action: 'export.made', params: { table: 's-codes', filter: 'q=silk', rows: 1_501 } },
  ])
  t.equal((await stored()) - before, 1, 'the file of the run that was late is taken away')

  const short = await ask({ columns: ['note'] })
  await writeExport({ db: test.db, storage }, 1_200)({ id: short, attempt: 1 }, { signal })
  t.match(await findExport(test.db, short, adm.id), { state: 'ready', rows: 1_200, cut: true })
  const rows = parsed(await fileOf(short))
  t.equal(rows.length, 1 + 1_200 + 1)
  t.match(rows.at(-1), ['Cut after 1200 rows: narrow the filter to get the others.'])
})

await t.test('a file is gone after five minutes, and a lost job is restarted until its last attempt', async (t) => {
  const id = await ask()
  t.same(await stuckExports(test.db, { seconds: 60, limit: 9 }), [])
  await sql`update table_exports set updated_at = now() - interval '2 minutes' where id = ${id}`.execute(test.db)
  t.match(await stuckExports(test.db, { seconds: 60, limit: 9 }), [{ id, attempt: 1 }])
  t.ok(await redriveExport(test.db, { id, attempt: 1 }))
  const run = writeExport({ db: test.db, storage })
  await run({ id, attempt: 1 }, { signal })
  t.match(await findExport(test.db, id, adm.id), { state: 'waiting' }, 'an attempt before writes nothing')
  await run({ id, attempt: 2 }, { signal })
  const { fileId } = (await findExport(test.db, id, adm.id))!
  await endExports(test.db)
  t.match(await findExport(test.db, id, adm.id), { fileId }, 'in its time')
  await sql`update table_exports set ready_at = ready_at - interval '6 minutes' where id = ${id}`.execute(test.db)
  t.match(await findExport(test.db, id, adm.id), { fileId: null })
  await endExports(test.db)
  const file = await sql<{ state: string }>`select state from files where id = ${fileId}`.execute(test.db)
  t.equal(file.rows[0]!.state, 'deleted')

  const lost = await ask()
  for (let attempt = 1; attempt <= MAX_EXPORT_ATTEMPTS; attempt++) await redriveExport(test.db, { id: lost, attempt })
  t.match(await findExport(test.db, lost, adm.id), { state: 'failed' })
})

await t.test('a former administrator gets nothing', async (t) => {
  const former = await makeUser(test.db, { group: 'admin' })
  const id = await ask({ owner: former })
  await sql`update users set "group" = 'user' where id = ${former.id}`.execute(test.db)
  await writeExport({ db: test.db, storage })({ id, attempt: 1 }, { signal })
  t.match(await findExport(test.db, id, former.id), { state: 'failed', rows: 0 })
})
