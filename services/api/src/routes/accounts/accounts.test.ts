import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { register } from '@toile/db/activities/activity-registrations'
import { scoreWork } from '@toile/db/activities/activity-scores'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { onAccountDeletion, forgetTombstones } from '@toile/db/users/accounts'
import { insertAnnouncement } from '@toile/db/notifications/announcements'
import { redeemCode } from '@toile/db/software/codes'
import { insertBatch } from '@toile/db/software/codes-backstage'
import { noteProgress } from '@toile/db/courses/course-progress'
import { insertFile } from '@toile/db/files/files'
import { linkIdentity } from '@toile/db/sessions/identities'
import { insertMail } from '@toile/db/notifications/mails'
import { countDownload } from '@toile/db/market/market'
import { insertMarketItem } from '@toile/db/market/market-backstage'
import { insertUnsubscribeToken } from '@toile/db/notifications/notification-mails'
import { setPreferences } from '@toile/db/notifications/notification-preferences'
import { notify } from '@toile/db/notifications/notifications'
import { insertSocialState } from '@toile/db/users/social-transitions'
import { requestExport } from '@toile/db/backstage/table-exports'
import { insertUser } from '@toile/db/users/users'
import { insertWorkVersion } from '@toile/db/works/work-versions'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import { storageKey } from '@toile/storage/keys'
import { makeDevice, makeLink, makeReadyUpload, makeRender, makeVideo } from '@toile/testing/factories'
import { root } from '@toile/runtime/root'
import { makeCode } from '@toile/runtime/s-codes'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { makeCourse } from '@toile/testing/courses'
import { caller, signedOutWithinASecond, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(async () => {
  await api.close()
})

const PASSWORD = 'a good old password'
async function settled(name: string): Promise<Person & { uploadId: string }> {
  const person = await api.person({ name, password: PASSWORD })
  const { uploadId, coverId } = await makeReadyUpload(api.db, person.user)
  await makeVideo(api.db, person.user)
  await makeRender(api.db, person.user, { uploadId })
  const id = newId()
  await inTransaction(api.db, (trx) =>
    insertWork(trx, { id, ownerId: person.user.id, title: `${name}'s dress`, upload_id: uploadId, cover_id: coverId }),
  )
  await insertWorkVersion(api.db, id)
  await person.call('POST', '/works', { body: { title: 'Another' }, headers: { 'idempotency-key': 'once' } })
  await makeLink(api.db, person.user, 'reset_password', person.user.email!)
  await insertMail(api.db, { kind: 'reset_password', userId: null, address: person.user.email! })
  const provider = 'google' as const
  await linkIdentity(api.db, person.user.id, { provider, subject: `of ${name}`, email: null, emailVerified: false })
  await insertSocialState(api.db, name, { provider, nonce: 'x', userId: person.user.id })
  await insertUser(api.db, {
    username: `guest-of-${name}`,
    email: `guest-of-${name}@example.test`,
    passwordHash: null,
    inviteCode: newId(),
    invitedByCode: person.user.invite_code,
  })
  const other = await api.person()
  const workId = newId()
  await inTransaction(api.db, async (trx) => {
    await insertWork(trx, { id: workId, ownerId: other.user.id })
    await moveWork(trx, workId, 'released')
  })
  const path = `/works/${workId}`
  const comment = await person.call('POST', `${path}/comments`, { body: { body: 'Lovely' } })
  const { id: parentId } = (await comment.json()) as { id: string }
  await other.call('POST', `${path}/comments`, { body: { body: 'Thank you', parentId } })
  await person.call('PUT', `${path}/like`)
  await person.call('POST', '/reports', { body: { kind: 'work', id: workId, reason: 'Copied' } })
  await sql`insert into cases (id, kind, subject_kind, subject_id, author_id, audit_id, appeal, claimed_by, decided_by)
    values (${newId()}, 'appeal', 'work', ${workId}, ${person.user.id}, ${newId()}, 'Look again', ${person.user.id},
      ${person.user.id})`.execute(api.db)
  for (const [who, whom] of [
    [person, other],
    [other, person],
  ] as const)
    await who.call('PUT', `/users/${whom.user.id}/follow`)
  for (const [who, whom] of [
    [person, other],
    [other, person],
  ] as const)
    await who.call('POST', `/conversations/${whom.user.id}/messages`, { body: { body: `A word of ${name}` } })
  await other.call('POST', `${path}/comments`, { body: { body: `Look at this, @${name}` } })
  for (const [who, whom] of [
    [person, other],
    [other, person],
  ] as const) {
    const actorId = whom.user.id
    await notify(api.db, { userId: who.user.id, kind: 'follow', key: `follow:${actorId}`, actorId })
  }
  await setPreferences(api.db, person.user.id, [{ kind: 'like', live: false, bell: true, email: false, digest: false }])
  await insertUnsubscribeToken(api.db, Buffer.from(name), person.user.id, null)
  const words = { title: 'News', body: '' }
  await requestExport(api.db, { id: newId(), ownerId: person.user.id, table: 'activations', query: {}, columns: [] })
  await insertAnnouncement(api.db, { authorId: person.user.id, texts: { en: words, 'zh-CN': words }, path: null })
  const code = makeCode()
  await insertBatch(api.db, { days: 30, note: '', createdBy: newId(), codes: [code] })
  await redeemCode(api.db, person.user.id, { hash: code.hash })
  await makeDevice(api.db, person.user)
  await enterActivities(person)
  const lesson = (await makeCourse(api.db, other.user)).videoIds[0]!
  await noteProgress(api.db, { userId: person.user.id, videoId: lesson, seconds: 7, at: undefined })
  const itemId = newId()
  await insertMarketItem(api.db, itemId, { title: 'A fabric' })
  await countDownload(api.db, { itemId, userId: person.user.id })
  const third = await api.person()
  await person.call('PUT', `/users/${third.user.id}/block`)
  await third.call('PUT', `/users/${person.user.id}/block`)
  return { ...person, uploadId }
}

async function enterActivities({ user }: Person): Promise<void> {
  const entered = await makeActivity(api.db, 'registration')
  await register(api.db, entered, user.id)
  const other = await api.person()
  const judged = await makeActivity(api.db, 'registration', { jurors: [user.id] })
  await register(api.db, judged, other.user.id)
  await setPhase(api.db, judged, 'submission')
  const theirs = await makeReleasedWork(api.db, other.user)
  await submitWork(api.db, { activityId: judged, workId: theirs, userId: other.user.id })
  await setPhase(api.db, judged, 'reviewing')
  const scores = { cut: 80, idea: 60 }
  await scoreWork(api.db, { activityId: judged, workId: theirs, jurorId: user.id, scores })
}
const rowsOf = async (table: string, column: string, id: string) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(api.db)
  ).rows[0]!.n

const notExported = [
  'comment_mentions',
  'idempotency_keys',
  'notification_causes',
  'notification_readers',
  'one_time_tokens',
  'social_states',
  'unsubscribe_tokens',
]

/** Every foreign key to users. */
const pointers = async () =>
  (
    await sql<{ table: string; column: string }>`select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conparentid = 0`.execute(api.db)
  ).rows

await t.test('deleting an account requires the password and ends all sessions and links', async (t) => {
  const ann = await settled('ann')
  const remove = (body: object) => ann.call('DELETE', '/me', { body })
  t.match(await (await remove({ password: 'wrong' })).json(), {
    code: 'ACCOUNT_NOT_DELETED',
    fields: { password: ['The password is incorrect.'] },
  })
  t.equal((await remove({})).status, 422)
  t.same(
    [...new Set((await pointers()).map(({ table }) => table))].sort(),
    Object.keys(onAccountDeletion).sort(),
    'every table that points to a person is decided about',
  )
  for (const { table, column } of await pointers())
    t.ok((await rowsOf(table, column, ann.user.id)) > 0 || table === 'mails', `${table} has something of theirs`)

  t.equal((await remove({ password: PASSWORD })).status, 204)
  t.ok(await signedOutWithinASecond(ann.call))
  for (const { table, column } of await pointers()) {
    const left = await rowsOf(table, column, ann.user.id)
    t.equal(left > 0, onAccountDeletion[table] !== 'removed', table)
  }
  const files = await api.db
    .selectFrom('files')
    .select(['state', 'public'])
    .where('owner_id', '=', ann.user.id)
    .execute()
  t.ok(files.every(({ state, public: shown }) => state === 'deleted' && !shown))
  const stone = await sql<{
    text: string
  }>`select row_to_json(u)::text as text from users u where id = ${ann.user.id}`.execute(api.db)
  t.notMatch(stone.rows[0]!.text, /ann[^eo]|argon2|example/, 'the tombstone says nothing of them')
  t.equal(await rowsOf('mails', 'address', ann.user.email!), 0)

  const login = await caller(api.url)('POST', '/auth/login', { body: { login: 'ann', password: PASSWORD } })
  t.equal(login.status, 422)
  t.ok(await api.person({ name: 'ann' }), 'name and address are free')
})

await t.test("a tombstone is removed once nothing refers to it, and stays while others' things do", async (t) => {
  const bob = await settled('bob')
  const lone = await api.person({ name: 'lone', password: PASSWORD })
  for (const person of [bob, lone])
    t.equal((await person.call('DELETE', '/me', { body: { password: PASSWORD } })).status, 204)
  await sql`delete from files where owner_id = ${bob.user.id}`.execute(api.db)
  await forgetTombstones(api.db)
  t.equal(await rowsOf('users', 'id', lone.user.id), 0)
  t.equal(await rowsOf('users', 'id', bob.user.id), 1, 'they have invited a user')
})

await t.test('A05 the last administrator stays', async (t) => {
  const one = await api.person({ group: 'admin', password: PASSWORD })
  const other = await api.person({ group: 'admin', password: PASSWORD })
  const statuses = await Promise.all(
    [one, other].map(async (admin) => (await admin.call('DELETE', '/me', { body: { password: PASSWORD } })).status),
  )
  t.same(statuses.sort(), [204, 409])
})

await t.test("S05 an export's links end with the password, and open only their file", async (t) => {
  const ann = await api.person({ password: PASSWORD })
  const kept = async () => {
    const id = newId()
    const key = storageKey('originals', id)
    await api.storage.put(key, Buffer.from('glTF'), { contentType: 'model/gltf-binary' })
    const file = { id, ownerId: ann.user.id, kind: 'original', key, contentType: 'model/gltf-binary' } as const
    await insertFile(api.db, { ...file, bytes: 4, sha256: null, state: 'stored' })
    return id
  }
  const [one, other] = [await kept(), await kept()]
  const { files } = (await (await ann.call('GET', '/me/export')).json()) as { files: { id: string; url: string }[] }
  const { pathname, search } = new URL(files.find(({ id }) => id === one)!.url)
  const open = async (address: string) => (await fetch(api.url + address)).status
  t.equal(await open(pathname + search), 200)
  t.equal(await open(pathname.replace(one, other) + search), 404)
  t.equal(await open(pathname + search.replace('&bound=1', '')), 404, 'what binds it is signed')
  const body = { currentPassword: PASSWORD, password: 'another password', passwordConfirmation: 'another password' }
  t.equal((await ann.call('PUT', '/auth/password', { body })).status, 200)
  t.equal(await open(pathname + search), 404)
})

await t.test('the export has all data of the user, with links to their files, and nothing of others', async (t) => {
  const eve = await settled('eve')
  await settled('mallory')
  const response = await eve.call('GET', '/me/export')
  t.match(response.headers.get('content-disposition'), 'attachment; filename="toile-export.json"')
  t.equal(response.headers.get('cache-control'), 'no-store')
  const text = await response.text()
  const all = JSON.parse(text) as Record<string, { id: string; url?: string; title?: string }[]>
  t.same(Object.keys(all), [
    'exportedAt',
    'account',
    'sessions',
    'identities',
    'mails',
    'works',
    'versions',
    'comments',
    'likes',
    'following',
    'messages',
    'blocked',
    'notifications',
    'preferences',
    's_codes',
    'entitlements',
    'devices',
    'activities',
    'entries',
    'juries',
    'scores',
    'announcements',
    'table_exports',
    'progress',
    'downloads',
    'reports',
    'appeals',
    'uploads',
    'images',
    'videos',
    'renders',
    'files',
  ])
  const lists = readFileSync(path.join(root, 'packages/db/src/users/exports.ts'), 'utf8')
  t.same(
    [...new Set((await pointers()).map(({ table }) => table))]
      .filter((table) => !new RegExp(String.raw`\b${table}\b`).test(lists))
      .sort(),
    notExported,
    'every table that points to a person is in the copy, or it is decided about',
  )
  t.match(all['account'], [{ username: 'eve', email: 'eve@example.test' }])
  t.same(all['works']!.map(({ title }) => title).sort(), ['Another', "eve's dress"])
  t.match(all['versions'], [{ number: 1, title: "eve's dress", upload_id: eve.uploadId }])
  t.equal(all['versions']!.length, 1)
  t.match(all['identities'], [{ provider: 'google', subject: 'of eve' }])
  for (const [list, table, leftOut] of [
    ['works', 'works', ['owner_id', 'search', 'version', 'hidden_by']],
    ['versions', 'work_versions', []],
  ] as const) {
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = ${table}`.execute(api.db)
    const kept = columns.rows.map(({ name }) => name).filter((name) => !(leftOut as readonly string[]).includes(name))
    t.same(Object.keys(all[list]![0]!).sort(), kept.sort(), `${list}: every column, or it is decided about`)
  }
  t.equal(all['uploads']![0]!.id, eve.uploadId)
  t.ok(all['files']!.length >= 2 && all['files']!.every(({ url }) => url?.includes('signature=')))
  t.notMatch(text, /mallory|argon2|token_hash|"key"/)
})
