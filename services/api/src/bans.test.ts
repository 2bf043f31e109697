import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { banUser, unbanUser } from '@toile/db/users/bans'
import { bindDevice } from '@toile/db/software/devices'
import { makeToken } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { announce, append, caller, startTestApi, type Person, type TestApi } from './test-api.js'

let api: TestApi
let adm: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin' })
})
t.teardown(() => api.close())

const PASSWORD = 'a good password'
const REASON = 'Sells <b>stolen</b> works'
const DAY_MS = 86_400_000
const ban = (person: Person, end: Date | null = new Date(Date.now() + DAY_MS), actorId = adm.user.id) =>
  inTransaction(api.db, (trx) => banUser(trx, { id: person.user.id, actorId, reason: REASON, until: end }))
const lift = (person: Person) =>
  inTransaction(api.db, (trx) => unbanUser(trx, { id: person.user.id, actorId: adm.user.id, reason: 'Hers after all' }))
const logIn = (person: Person, password = PASSWORD, language = 'en') =>
  caller(api.url)('POST', '/auth/login', {
    body: { login: person.user.username, password },
    headers: { 'accept-language': language },
  })
const refused = (person: Person) => until(async () => (await person.call('GET', '/auth/me')).status === 401)

await t.test(
  "S04 a ban ends open sessions and sockets; signing in shows its reason and end in the user's language",
  async (t) => {
    const ann = await api.person({ password: PASSWORD })
    t.equal((await ann.call('GET', '/auth/me')).status, 200)
    const end = new Date('2999-11-30T08:00:30Z')
    await ban(ann, end)
    await refused(ann)
    t.equal((await ann.call('GET', '/works')).status, 200, 'a visitor like any other')
    const response = await logIn(ann)
    t.equal(response.status, 403)
    t.match(await response.json(), {
      code: 'ACCOUNT_BANNED_UNTIL',
      message: `Your account is banned until 2999-11-30 08:00 (UTC). Reason: ${REASON}`,
    })
    t.match(await (await logIn(ann, PASSWORD, 'zh-CN')).json(), { message: /封禁至 2999-11-30 08:00.*原因：Sells/ })
    t.match(await (await logIn(ann, 'not hers')).json(), { code: 'WRONG_LOGIN' }, 'strangers learn nothing')
    await ban(ann, null)
    t.match(await (await logIn(ann)).json(), { code: 'ACCOUNT_BANNED', message: /permanently banned. Reason: Sells/ })
    t.equal((await caller(api.url)('GET', `/users/${ann.user.id}`)).status, 200, 'the page stays')
    const { rows } = await sql`select kind, params from mails where user_id = ${ann.user.id} order by id`.execute(
      api.db,
    )
    t.match(rows, [
      { kind: 'banned', params: { reason: REASON, until: '2999-11-30 08:00' } },
      { kind: 'banned', params: { until: '' } },
    ])
  },
)

await t.test("S04 a ban ends by the database's clock, or manually", async (t) => {
  const ann = await api.person({ password: PASSWORD })
  const session = async () => ({ ...ann, ...(await makeToken(api.db, ann.user)) })
  await ban(ann)
  const { token } = await session()
  const asAnn = caller(api.url, token)
  t.equal((await asAnn('GET', '/auth/me')).status, 401, 'a session that came after the ban is none either')
  await sql`update users set banned_until = now() where id = ${ann.user.id}`.execute(api.db)
  await until(async () => (await asAnn('GET', '/auth/me')).status === 200)
  t.equal((await logIn(ann)).status, 200, 'over without anybody’s doing')
  await t.rejects(lift(ann), { code: 'STATE_CONFLICT' }, 'and there is nothing to lift')

  await ban(ann, null)
  t.equal((await logIn(ann)).status, 403)
  await lift(ann)
  t.equal((await logIn(ann)).status, 200)
  const row = sql`select banned_at, banned_until, ban_reason from users where id = ${ann.user.id}`
  t.same((await row.execute(api.db)).rows, [{ banned_at: null, banned_until: null, ban_reason: '' }])
  const actions = await sql<{ action: string }>`select action from audit where subject_id = ${ann.user.id}
    order by created_at`.execute(api.db)
  t.same(
    actions.rows.map(({ action }) => action),
    ['user.banned', 'user.banned', 'user.unbanned'],
    'a row an action',
  )
})

await t.test('S04 a ban cuts off a running upload and refuses further bytes', async (t) => {
  const ann = await api.person()
  const path = (await announce(ann, 1_000)).headers.get('location')!
  let sent = false
  const stalled = new ReadableStream({
    pull(controller) {
      if (!sent) controller.enqueue(new Uint8Array(10))
      sent = true
      return new Promise(() => {})
    },
  })
  const running = append(api.url, ann.token, path, 0, stalled).then(
    (response) => response.status,
    () => 'cut off',
  )
  const lease = async () => (await sql`select 1 from upload_locks`.execute(api.db)).rows.length
  await until(async () => (await lease()) === 1)
  await ban(ann)
  t.equal(await running, 'cut off')
  t.equal((await append(api.url, ann.token, path, 10, Buffer.alloc(1))).status, 401)
})

await t.test('S04 the desktop software learns of a ban, and works again when the ban is lifted', async (t) => {
  const ann = await api.person()
  const activation = { deviceId: 'pc', deviceName: 'PC' }
  const activated = await ann.call('POST', '/studio/activate', { body: activation })
  const { deviceToken } = (await activated.json()) as { deviceToken: string }
  const renew = () => caller(api.url)('POST', '/studio/lease', { body: { deviceToken } })
  t.equal((await renew()).status, 200)
  await ban(ann)
  const response = await renew()
  t.equal(response.status, 403)
  t.match(await response.json(), { code: 'ACCOUNT_BANNED_UNTIL', message: /Reason: Sells/ })
  await refused(ann)
  t.equal((await ann.call('POST', '/studio/activate', { body: activation })).status, 401, 'its sign-in is over')
  const { sid } = await makeToken(api.db, ann.user)
  const binding = { userId: ann.user.id, deviceId: 'pc-2', name: 'PC', tokenHash: Buffer.alloc(32), sessionId: sid }
  await t.rejects(bindDevice(api.db, binding), { code: 'ACCOUNT_BANNED_UNTIL' }, 'nor in the moment of the ban')
  await lift(ann)
  t.equal((await renew()).status, 200)
})

await t.test('A02 administrators cannot ban themselves, other administrators or missing users', async (t) => {
  const ann = await api.person()
  const other = await api.person({ group: 'admin' })
  await t.rejects(ban(adm), { code: 'NOT_YOURSELF' })
  await t.rejects(ban(other), { code: 'ADMINISTRATOR_PROTECTED' })
  await t.rejects(ban({ ...ann, user: { ...ann.user, id: newId() } }), { code: 'NOT_FOUND' })
  t.match(await ban(ann, new Date(Date.now() - DAY_MS)).catch((error: unknown) => error), {
    fields: { until: [{ code: 'FIELD_TIME_PASSED' }] },
  })
  t.equal((await ann.call('GET', '/auth/me')).status, 200, 'nothing of that has happened')
})
