import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import {
  fileColumns,
  backstageColumns,
  type BackstageTableName,
} from '@toile/contracts/backstage/backstage-tables.constants'
import type { TableExport } from '@toile/contracts/backstage/table-exports'
import { backstageTables } from '@toile/db/backstage-tables'
import { readPages } from '@toile/db/table-pages'
import { recordAudit } from '@toile/db/audit/audit'
import { insertFile } from '@toile/db/files/files'
import { findWaitingExport, finishExport } from '@toile/db/backstage/table-exports'
import { storageKey } from '@toile/storage/keys'
import { startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const input = { table: 's-codes', query: { status: 'unused' } }
const ask = (adm: Person, more: object = {}) => adm.call('POST', '/backstage/exports', { body: { ...input, ...more } })
const admin = () => api.person({ group: 'admin' })

async function write(id: string): Promise<void> {
  const waiting = (await findWaitingExport(api.db, { id, attempt: 1 }))!
  const file = { id: newId(), bytes: 6, sha256: 'x' }
  const key = storageKey('exports', file.id)
  const contentType = 'text/csv; charset=utf-8'
  const ownerId = waiting.ownerId
  await insertFile(api.db, { ...file, ownerId, kind: 'export', key, contentType, sha256: null, state: 'pending' })
  await api.storage.put(key, Readable.from('note\r\n'), { contentType })
  await finishExport(api.db, waiting, { attempt: 1, file, rows: 0, cut: false })
}

await t.test("B02 an administrator gets three exports an hour by Postgres' clock", async (t) => {
  const adm = await admin()
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await ask(adm)).status))
  t.same(statuses.sort(), [201, 201, 201, 429])
  const fourth = await ask(adm)
  t.equal(fourth.status, 429)
  t.ok(Number(fourth.headers.get('retry-after')) > 3_500)
  t.equal((await ask(await admin())).status, 201, 'other administrators have their own limit')
  await sql`update table_exports set created_at = now() - interval '61 minutes' where owner_id = ${adm.user.id}`.execute(
    api.db,
  )
  t.equal((await ask(adm)).status, 201)
})

await t.test(
  'B02 only the requester gets the file, for five minutes; the audit log has filter and row count',
  async (t) => {
    const [adm, other] = [await admin(), await admin()]
    const { id } = (await (await ask(adm)).json()) as TableExport
    const at = `/backstage/exports/${id}`
    t.match(await (await adm.call('GET', at)).json(), { state: 'waiting', expiresAt: null })
    t.equal((await adm.call('GET', `${at}/file`)).status, 404, 'not written yet')
    await write(id)
    t.match(await (await adm.call('GET', at)).json(), { state: 'ready', expiresAt: String })
    const file = await adm.call('GET', `${at}/file`)
    t.equal(await file.text(), 'note\r\n')
    t.equal(file.headers.get('content-disposition'), 'attachment; filename="s-codes.csv"')
    t.equal(file.headers.get('cache-control'), 'private, no-store')
    for (const path of [at, `${at}/file`]) t.equal((await other.call('GET', path)).status, 404, 'another administrator')
    const { file_id: fileId } = (
      await sql<{ file_id: string }>`select file_id from table_exports where id = ${id}`.execute(api.db)
    ).rows[0]!
    t.equal((await adm.call('GET', `/files/${fileId}/x`)).status, 404, 'the file is not served by its id')
    const mine = await (await adm.call('GET', '/me/export')).text()
    t.notMatch(mine, fileId, 'nor linked in the export of personal data')

    await sql`update table_exports set ready_at = ready_at - interval '301 seconds' where id = ${id}`.execute(api.db)
    t.equal((await adm.call('GET', `${at}/file`)).status, 404)
    t.match(await (await adm.call('GET', at)).json(), { state: 'gone', expiresAt: null })
    const actions = await api.db
      .selectFrom('audit')
      .select(['actor_id', 'action', 'params'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    const params = { table: 's-codes', filter: 'status=unused' }
    t.same(actions, [
      { actor_id: adm.user.id, action: 'export.requested', params },
      { actor_id: adm.user.id, action: 'export.made', params: { ...params, rows: 0 } },
    ])
  },
)

await t.test("every administrators' list can be exported with all its columns", async (t) => {
  const web = path.resolve(import.meta.dirname, '../../../../../web/src')
  const pages = (await readdir(web, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  const sources = await Promise.all(pages.map((file) => readFile(path.join(web, file), 'utf8')))
  const lists = sources.flatMap((source) =>
    [...source.matchAll(/<BackstageTable\b[^]*?\bname="([^"]+)"/g)].map((found) => found[1]!),
  )
  t.ok(lists.length > 0)
  t.same(lists.sort(), Object.keys(backstageColumns).sort(), 'and nothing else')
  for (const [name, list] of Object.entries(backstageTables)) {
    const cells = Object.keys(list.file)
    const ofPage = fileColumns(name as BackstageTableName, Object.keys(backstageColumns[name as BackstageTableName]))!
    t.same(cells.sort(), ofPage.sort(), `${name}: the file has the columns of the page`)
    for await (const rows of readPages(api.db, list, {}, cells, { userId: newId(), language: 'en' }))
      t.ok(rows.length > 0)
  }
})

await t.test("the audit log's file describes actions in the reader's language", async (t) => {
  const adm = await admin()
  await recordAudit(api.db, {
    actorId: adm.user.id,
    action: 'user.banned',
    subjectKind: 'user',
    subjectId: adm.user.id,
    before: { until: 'May' },
    after: { until: 'June' },
  })
  const columns = fileColumns('audit', ['sentence', 'changes', 'undo'])!
  t.same(columns, ['sentence', 'subjectKind', 'subject', 'params', 'before', 'after', 'undone'])
  for (const [language, sentence] of [
    ['en', ' banned '],
    ['zh-CN', ' 封禁了 '],
  ] as const)
    for await (const rows of readPages(api.db, backstageTables.audit, {}, columns, { userId: adm.user.id, language })) {
      const name = adm.user.username
      t.same(rows[0], [name + sentence + name, 'user', name, '{}', '{"until":"May"}', '{"until":"June"}', 'false'])
      break
    }
})

await t.test('refuses an unknown table, filter or column', async (t) => {
  const adm = await admin()
  t.equal((await ask(adm, { table: 'constructor' })).status, 422)
  t.equal((await ask(adm, { query: { status: 'lost' } })).status, 422)
  t.equal((await ask(adm, { query: { colour: 'red' } })).status, 422)
  t.equal((await ask(adm, { query: { given: 'true', page: 3 }, columns: ['note', 'actions'] })).status, 201)
  t.equal((await ask(adm, { columns: ['note', 'picture'] })).status, 422)
  const { rows } = await sql<object>`select query, columns from table_exports where owner_id = ${adm.user.id}`.execute(
    api.db,
  )
  t.same(rows, [{ query: { given: true }, columns: ['note'] }])
})
