import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { AuditEntry } from '@toile/contracts/audit/audit'
import type { Case, CaseDetails } from '@toile/contracts/moderation/moderation'
import type { BulkResponse } from '@toile/contracts/backstage/tables'
import type { Notification } from '@toile/contracts/notifications/notifications'
import type { Decision } from '@toile/contracts/moderation/moderation.constants'
import { inTransaction } from '@toile/db/client'
import { banUser } from '@toile/db/users/bans'
import { sendMessage } from '@toile/db/messages/messages-sent'
import { makeReleasedWork } from '@toile/testing/activities'
import { makeImage } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { json, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
let one: Person
let two: Person
t.before(async () => {
  api = await startTestApi()
  one = await api.person({ group: 'admin', name: 'moderator-one' })
  two = await api.person({ group: 'admin', name: 'moderator-two' })
})
t.teardown(() => api.close())

type List<T> = { items: T[]; total: number }
const codeOf = async (response: Promise<Response>) => (await json<{ code: string }>(response)).code
const decide = (by: Person, id: string, decision: Decision) =>
  by.call('POST', `/backstage/reports/${id}/decision`, { body: { decision, reason: `So says ${by.user.username}` } })
const appeal = (by: Person, id: string) => by.call('POST', `/reports/${id}/appeal`, { body: { text: 'It was not me' } })
const undo = (id: string) => two.call('POST', `/backstage/audit/${id}/undo`, { body: { reason: 'On another look' } })
const openCase = async (subject: string) =>
  (await json<List<Case>>(one.call('GET', `/backstage/reports?subject=${subject}`))).items[0]!.id
const details = (by: Person, id: string) => json<CaseDetails>(by.call('GET', `/backstage/reports/${id}`))
const latest = async (action: string, subject: string) => {
  const asked = one.call('GET', `/backstage/audit?action=${action}&subject=${subject}`)
  return (await json<List<AuditEntry>>(asked)).items[0]!
}

async function decided(author: Person, decision: Decision, kind: string, id: string, reporter?: Person) {
  const by = reporter ?? (await api.person())
  const made = await by.call('POST', '/reports', { body: { kind, id, reason: 'Look at that' } })
  t.equal(made.status, 201)
  t.equal((await decide(one, await openCase(id), decision)).status, 200)
  return notificationsOf(author)
}

async function notificationsOf(person: Person) {
  const { items } = await json<List<Notification>>(person.call('GET', '/notifications'))
  const { params, message, excerpt } = items.find(({ kind }) => kind === 'moderation')!
  return { action: String(params['action']), result: params['result'], message, excerpt }
}

t.test(
  'a warning is appealed once, by the warned user; granting lifts it and notifies everyone concerned',
  async (t) => {
    const [author, reporter] = [await api.person(), await api.person()]
    const message = await sendMessage(api.db, reporter.user.id, { senderId: author.user.id, body: 'the rude words' })
    const { action, result, excerpt } = await decided(author, 'warn', 'message', message, reporter)
    t.match({ result, excerpt }, { result: 'warned', excerpt: 'So says moderator-one' })
    t.equal(await codeOf(appeal(reporter, action)), 'NOT_FOUND', 'it is not theirs')
    const raced = await Promise.all([appeal(author, action), appeal(author, action)])
    t.same(raced.map(({ status }) => status).sort(), [204, 409])
    t.equal(await codeOf(appeal(author, action)), 'ALREADY_APPEALED')

    const id = await openCase(message)
    t.match(
      await details(two, id),
      {
        kind: 'appeal',
        subjectKind: 'message',
        author: { id: author.user.id },
        noted: true,
        allowed: ['uphold', 'grant'],
        appeal: { text: 'It was not me', action: 'user.warned', reason: 'So says moderator-one' },
        evidence: [{ text: 'the rude words', reason: 'Look at that' }],
      },
      'what led to the warning is there to be judged',
    )
    t.equal(await codeOf(decide(one, id, 'grant')), 'CASE_NEEDS_ANOTHER')
    t.equal((await decide(two, id, 'grant')).status, 200)
    t.match(await latest('user.unwarned', author.user.id), { undoes: action, actor: 'moderator-two' })
    t.match(await notificationsOf(author), { result: 'unwarned', excerpt: 'So says moderator-two' })
    t.equal(await codeOf(appeal(author, action)), 'NOT_FOUND', 'nothing stands any more')
    t.equal(await codeOf(undo(action)), 'MOVED_ON')
  },
)

t.test('two warnings are appealed separately; one that is upheld stays', async (t) => {
  const author = await api.person()
  const works = [await makeReleasedWork(api.db, author.user), await makeReleasedWork(api.db, author.user)]
  const actions = [await decided(author, 'warn', 'work', works[0]!), await decided(author, 'warn', 'work', works[1]!)]
  for (const { action } of actions) t.equal((await appeal(author, action)).status, 204)
  const [first, second] = [await openCase(works[0]!), await openCase(works[1]!)]
  t.match(await details(two, first), { subjectKind: 'work', current: { standing: 'shown' } })
  t.equal((await decide(two, first, 'grant')).status, 200, 'though there is a later one')
  t.equal((await decide(two, second, 'uphold')).status, 200)
  t.match(await latest('user.warned', author.user.id), { id: actions[1]!.action, undoneBy: null })
  // The warning was lifted. Undoing the lifting restores the warning, which can then be appealed again.
  const lifted = await latest('user.unwarned', author.user.id)
  const raced = await Promise.all([undo(lifted.id), undo(lifted.id)])
  t.same(raced.map(({ status }) => status).sort(), [200, 409])
  const { action, result } = await notificationsOf(author)
  t.equal(result, 'warned')
  t.equal((await appeal(author, action)).status, 204)
  const again = await details(one, await openCase(works[0]!))
  t.match(again.evidence, [{ reason: 'Look at that' }], 'what led to the first warning is there again')
})

t.test('an appeal against an action that was reverted meanwhile is granted, and says so', async (t) => {
  const author = await api.person()
  const work = await makeReleasedWork(api.db, author.user)
  const { action } = await decided(author, 'warn', 'work', work)
  t.equal((await appeal(author, action)).status, 204)
  t.equal((await undo(action)).status, 200)
  t.equal((await decide(two, await openCase(work), 'grant')).status, 200)
  t.match(await notificationsOf(author), { result: 'appealGranted', excerpt: 'So says moderator-two' })
  t.match(await latest('appeal.granted', work), { actor: 'moderator-two' })
  t.match(await latest('user.unwarned', author.user.id), { undoes: action }, 'it is taken back once')
})

t.test('administrators cannot revert actions on themselves', async (t) => {
  const work = await makeReleasedWork(api.db, two.user)
  const { action } = await decided(two, 'warn', 'work', work)
  t.equal(await codeOf(undo(action)), 'NOT_YOURSELF')
  const bulk = (by: Person, what: string) =>
    json<BulkResponse>(by.call('POST', `/backstage/works/${what}`, { body: { ids: [work], reason: 'My own' } }))
  t.match(await bulk(one, 'hide'), { done: 1 })
  t.match(await bulk(two, 'unhide'), { done: 0, skipped: [{ code: 'NOT_YOURSELF' }] })
  t.match(await bulk(one, 'unhide'), { done: 1 })
  t.match(await bulk(two, 'hide'), { done: 1 })
  t.match(await bulk(two, 'unhide'), { done: 1 }, 'what they hid themselves they may show')
})

t.test('a ban that replaced an expired ban is lifted', async (t) => {
  const author = await api.person()
  const by = { id: author.user.id, actorId: one.user.id, reason: 'Rude' }
  const end = new Date(Date.now() + 3_000)
  await inTransaction(api.db, (trx) => banUser(trx, { ...by, until: end }))
  await inTransaction(api.db, (trx) => banUser(trx, { ...by, until: null }))
  await until(async () => {
    const { rows } = await sql<{ over: boolean }>`select now() > ${end}::timestamptz as over`.execute(api.db)
    return rows[0]!.over
  })
  t.equal((await undo((await latest('user.banned', author.user.id)).id)).status, 200)
  const lifted = await latest('user.unbanned', author.user.id)
  t.match(lifted, { actor: 'moderator-two' })
})

t.test(
  'a nickname that another user has taken meanwhile is not restored, and the notice does not claim it',
  async (t) => {
    const [author, other] = [await api.person(), await api.person()]
    const change = (by: Person) => by.call('PATCH', '/me/profile', { body: { nickname: 'Moth King' } })
    t.equal((await change(author)).status, 200)
    const { action } = await decided(author, 'clear', 'user', author.user.id)
    t.equal((await change(other)).status, 200)
    t.equal(await codeOf(undo(action)), 'MOVED_ON')
    t.equal((await appeal(author, action)).status, 204)
    t.equal((await decide(two, await openCase(author.user.id), 'grant')).status, 200)
    t.match(await notificationsOf(author), { result: 'appealGranted' })
  },
)

t.test('an appeal restores an emptied profile, except fields that changed or conflict', async (t) => {
  const author = await api.person()
  const me = async () => json<Record<string, unknown>>(author.call('GET', '/me/profile'))
  const change = (by: Person, body: object) => by.call('PATCH', '/me/profile', { body })
  const website = `https://example.com/${'a'.repeat(1_500)}`
  const avatar = await makeImage(api.db, author.user, 'avatar')
  const before = { nickname: 'Silk Moth', company: 'Atelier', location: 'Lyon', website }
  t.equal((await change(author, before)).status, 200)
  t.equal((await author.call('PUT', '/me/avatar', { body: { imageId: avatar } })).status, 200)
  const { action, result } = await decided(author, 'clear', 'user', author.user.id)
  t.equal(result, 'cleared')
  t.match(await me(), { nickname: '', company: '', location: '', website: '', avatarId: null })
  t.equal((await change(author, { location: 'Paris' })).status, 200)
  t.equal((await change(await api.person(), { nickname: 'Silk Moth' })).status, 200)

  t.equal((await appeal(author, action)).status, 204)
  const id = await openCase(author.user.id)
  t.match(await details(two, id), { subjectKind: 'user', appeal: { action: 'user.cleared' } })
  t.equal((await decide(two, id, 'grant')).status, 200)
  t.match(await me(), { nickname: '', company: 'Atelier', location: 'Paris', website, avatarId: avatar })
  const restored = await latest('user.restored', author.user.id)
  t.match(restored, { undoes: action, params: { fields: 'company, website, avatar' } })
  t.match(await notificationsOf(author), { result: 'profileRestored' })
  const { rows } = await sql<{ public: boolean }>`select f.public from files f join image_variants v on v.file_id = f.id
    where v.image_id = ${avatar}`.execute(api.db)
  t.ok(rows.length > 0 && rows.every((file) => file.public), 'everybody sees the picture again')

  const raced = await Promise.all([undo(restored.id), undo(restored.id)])
  t.same(raced.map(({ status }) => status).sort(), [200, 409])
  t.match(await me(), { company: '', avatarId: null, location: 'Paris' }, 'what is new nobody has judged')
})
