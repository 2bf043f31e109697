import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { allActions, prepareActions, REASON, type Action } from './actions.test-support.js'
import { startTestApi, type Person, type TestApi } from './test-api.js'

let api: TestApi
let adm: Person
let other: Person
let ann: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin', password: 'a good password' })
  other = await api.person({ group: 'admin' })
  ann = await api.person({ password: 'a good password' })
})
t.teardown(async () => {
  await api.close()
})

const WHY = '为了日志, 100 % sure'

const unnoted: readonly Action[] = ['setArrangement']

const notedSince = async (count: number) => {
  const found = await sql<{ actor: string; reason: string }>`select actor_id as actor, reason from audit
    order by created_at, id offset ${count}`.execute(api.db)
  return found.rows
}
const count = async () => (await notedSince(0)).length

await t.test('B04 every action of an administrator leaves exactly one row with actor and reason', async (t) => {
  const actions = await prepareActions(api, { adm, other, ann })
  t.teardown(() => actions.close())
  t.same([...actions.names].sort(), [...allActions].sort(), 'each has its line')
  for (const name of actions.names) {
    const { body, send } = await actions.prepare(name)
    const before = await count()
    const response = await send({ 'toile-reason': encodeURIComponent(WHY) })
    const text = await response.text()
    if (!t.ok(response.status < 300, `${name} is done (${response.status} ${text.slice(0, 200)})`)) continue
    const result = (text ? JSON.parse(text) : {}) as { done: number; skipped?: [] }
    actions.learn(name, result)
    // A bulk action writes one audit row for each id that it has changed.
    const wanted = unnoted.includes(name) ? 0 : result.skipped ? result.done : 1
    t.ok(wanted > 0 || unnoted.includes(name), name)
    const row = { actor: adm.user.id, reason: body && 'reason' in body ? REASON : WHY }
    t.same(await notedSince(before), Array<object>(wanted).fill(row), `${name}: noted`)
  }
})

await t.test("B04 the API's own role can neither change nor empty the audit log", async (t) => {
  for (const statement of [sql`update audit set reason = 'another'`, sql`delete from audit`, sql`truncate audit`])
    await t.rejects(statement.execute(api.db), /audit/)
})
