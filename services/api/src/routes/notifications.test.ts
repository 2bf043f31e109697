import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Comment } from '@toile/contracts/comments/comments'
import { newId } from '@toile/contracts/ids'
import type { Notification, Preferences, Unread } from '@toile/contracts/notifications/notifications'
import { notificationKinds, type NotificationKind } from '@toile/contracts/notifications/notifications.constants'
import type { Work } from '@toile/contracts/works/works'
import { insertUnsubscribeToken, refuseAddress } from '@toile/db/notifications/notification-mails'
import { notify } from '@toile/db/notifications/notifications'
import { insertMail } from '@toile/db/notifications/mails'
import { newToken } from '@toile/runtime/one-time-tokens'
import { makeLink, makeReadyUpload } from '@toile/testing/factories'
import { caller, json, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

type List = { items: Notification[]; nextCursor: string | null }
const list = (person: Person, tab: string) => json<List>(person.call('GET', `/notifications?tab=${tab}`))
const unread = (person: Person) => json<Unread>(person.call('GET', '/notifications/unread'))
const comment = (person: Person, work: string, body: object) =>
  json<Comment>(person.call('POST', `/works/${work}/comments`, { body }))
const putPreference = (
  person: Person,
  kind: NotificationKind,
  subject: { kind: 'comment' | 'work'; id: string },
  actor: Person,
) => notify(api.db, { userId: person.user.id, kind, key: newId(), actorId: actor.user.id, subject })

async function released(person: Person, title = 'Linen dress'): Promise<string> {
  const { uploadId, coverId } = await makeReadyUpload(api.db, person.user)
  const fields = { title, intro: 'For summer.', categories: ['dress'], tags: ['linen'], uploadId, coverId }
  const { id } = await json<Work>(person.call('POST', '/works', { body: fields }))
  await person.call('POST', `/works/${id}/publish`)
  return id
}

await t.test("tabs, counts, and marking as read by id and by tab, of one's own notifications only", async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const work = await released(ann)
  const written = await comment(bob, work, { body: 'Lovely drape' })
  await putPreference(ann, 'comment', { kind: 'comment', id: written.id }, bob)
  await putPreference(ann, 'like', { kind: 'work', id: work }, bob)
  t.match(await unread(ann), { notifications: 1, comments: 1, messages: 0 })
  const [like] = (await list(ann, 'notifications')).items
  t.match(like, { kind: 'like', actors: [{ id: bob.user.id }], pictureUrl: /\/files\//, read: false })
  const chinese = await ann.call('GET', '/notifications?tab=comments', { headers: { 'accept-language': 'zh-CN' } })
  t.match(await chinese.json(), { items: [{ message: `${bob.user.username} 评论了《Linen dress》` }] })
  t.match(await list(bob, 'sent'), {
    items: [
      {
        kind: 'sent',
        message: 'On Linen dress',
        excerpt: 'Lovely drape',
        path: `/project/${work}#comment-${written.id}`,
      },
    ],
  })
  t.same(await list(bob, 'messages'), { items: [], nextCursor: null })
  await bob.call('POST', `/conversations/${ann.user.id}/messages`, { body: { body: 'Which fabric is it?' } })
  t.same((await list(bob, 'messages')).items, [], 'nobody wrote to bob')
  const fan = await api.person()
  await bob.call('PUT', `/users/${fan.user.id}/follow`)
  await fan.call('POST', `/conversations/${bob.user.id}/messages`, { body: { body: 'You follow me' } })
  t.same((await list(fan, 'messages')).items, [], 'nor to the one who began')
  t.match((await list(bob, 'messages')).items, [{ excerpt: 'You follow me' }])
  await ann.call('PUT', `/conversations/${bob.user.id}/accept`)
  const [wrote] = (await list(ann, 'messages')).items
  t.match(wrote, { kind: 'message', excerpt: 'Which fabric is it?', read: false, actors: [{ id: bob.user.id }] })
  t.match(await unread(ann), { messages: 1 })
  t.match(await json<Unread>(ann.call('PUT', '/notifications/read', { body: { tab: 'messages' } })), { messages: 0 })
  t.match(await list(ann, 'messages'), { items: [{ read: true }] })

  await bob.call('PUT', '/notifications/read', { body: { ids: [like!.id] } })
  t.match(await unread(ann), { notifications: 1 }, 'C10 nobody reads for another')
  const before = await unread(ann)
  const after = await json<Unread>(ann.call('PUT', '/notifications/read', { body: { ids: [like!.id] } }))
  t.match(after, { notifications: 0, comments: 1 })
  t.ok(after.version > before.version, 'devices can tell old counts from new ones')
  t.match(await json<Unread>(ann.call('PUT', '/notifications/read', { body: { tab: 'comments' } })), { comments: 0 })
  t.match(await list(ann, 'comments'), { items: [{ read: true }] })
})

await t.test('C15 hides a comment on a work that has become private', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const work = await released(ann, 'Secret coat')
  const written = await comment(ann, work, { body: 'A secret answer' })
  await putPreference(bob, 'reply', { kind: 'comment', id: written.id }, ann)
  t.match(await list(bob, 'comments'), { items: [{ excerpt: 'A secret answer' }] })
  const mine = await comment(bob, work, { body: 'My own words' })
  await ann.call('PATCH', `/works/${work}`, { body: { visibility: 'private' } })
  for (const tab of ['comments', 'sent']) {
    const text = await (await bob.call('GET', `/notifications?tab=${tab}`)).text()
    t.notMatch(text, new RegExp(`[Ss]ecret|${ann.user.username}|${work}`), tab)
  }
  t.match(await list(bob, 'sent'), { items: [{ id: mine.id, excerpt: 'My own words', path: null }] })
  await ann.call('DELETE', `/comments/${written.id}`)
  await ann.call('PATCH', `/works/${work}`, { body: { visibility: 'public' } })
  t.match(await list(bob, 'comments'), { items: [{ hidden: true }] }, 'a deleted one stays hidden')
})

await t.test('mentions count once, find existing users only, and require a verified address', async (t) => {
  const [ann, bob, una] = [await api.person(), await api.person(), await api.person({ verified: false })]
  const work = await released(ann)
  const { username } = bob.user
  const body = `@${username.toUpperCase()}, look, @nobody-at-all @${username}. mail ann@${username} @${'x'.repeat(50)}`
  const written = await comment(ann, work, { body })
  t.same(written.mentions, [{ id: bob.user.id, name: username }])
  const shown = await json<{ items: Comment[] }>(caller(api.url)('GET', `/works/${work}/comments`))
  t.same(shown.items[0]!.mentions, written.mentions)
  const email = await comment(ann, work, { body: `write to ann@${username}` })
  t.same(email.mentions, [], 'an email address is none')
  t.same((await comment(una, work, { body })).mentions, [], 'S14 an unverified person reaches nobody by name')
})

await t.test('mail is off by default except for essential kinds, and unsupported channels stay off', async (t) => {
  const ann = await api.person()
  const { items, emailSwitch } = await json<Preferences>(ann.call('GET', '/me/preferences'))
  t.same(
    items.map(({ kind }) => kind),
    notificationKinds,
  )
  t.same(
    items.flatMap(({ kind, email, digest }) => (email || digest ? kind : [])),
    ['removal'],
  )
  t.ok(emailSwitch)
  const all = { live: true, bell: true, email: true, digest: true }
  const put = (body: object) => ann.call('PUT', '/me/preferences', { body })
  const set = await json<Preferences>(put({ items: [{ kind: 'message', ...all }] }))
  t.match(
    set.items.find(({ kind }) => kind === 'message'),
    { live: false, bell: false, email: true, digest: true },
  )
  t.match(await json<Preferences>(ann.call('GET', '/me/preferences')), set)
  t.equal((await put({ items: [{ kind: 'everything', ...all }] })).status, 422)
  t.equal((await put({ items: [{ kind: 'like', ...all, bell: 'yes' }] })).status, 422)
})

await t.test('one click ends mails of a kind: without signing in, as a query, a form, or multipart', async (t) => {
  const link = async (person: Person, kind: NotificationKind | null) => {
    const { token, hash } = newToken()
    await insertUnsubscribeToken(api.db, hash, person.user.id, kind)
    return token
  }
  const all = { live: true, bell: true, email: true, digest: true }
  const wanting = async () => {
    const ann = await api.person()
    const items = (['like', 'follow'] as const).map((kind) => ({ kind, ...all }))
    await ann.call('PUT', '/me/preferences', { body: { items } })
    return ann
  }
  const wants = async (person: Person) => {
    const { items, emailSwitch } = await json<Preferences>(person.call('GET', '/me/preferences'))
    const of = (kind: string) => items.find((item) => item.kind === kind)!
    return { like: of('like').email, follow: of('follow').email, digest: of('like').digest, emailSwitch }
  }
  const press = (path: string, init: RequestInit = {}) => fetch(api.url + path, { method: 'POST', ...init })
  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  for (const init of [{}, { body: oneClick }, { body: parts }]) {
    const ann = await wanting()
    const token = await link(ann, 'like')
    t.equal((await fetch(`${api.url}/unsubscribe?token=${token}`)).status, 200, 'looking at the link does nothing')
    t.match(await wants(ann), { like: true })
    const response = await press(`/unsubscribe?token=${token}`, init)
    t.equal(response.status, 200)
    t.same(await response.json(), { kind: 'like' })
    t.same(await wants(ann), { like: false, follow: true, digest: false, emailSwitch: true })
    t.equal((await press(`/unsubscribe?token=${token}`)).status, 200, 'twice is once')
  }
  const bob = await wanting()
  t.equal(
    (await press('/unsubscribe', { body: new URLSearchParams({ token: await link(bob, 'follow') }) })).status,
    200,
  )
  t.match(await wants(bob), { like: true, follow: false })
  const cyd = await wanting()
  await press(`/unsubscribe?token=${await link(cyd, null)}`)
  t.same(await wants(cyd), { like: true, follow: true, digest: false, emailSwitch: true }, 'of the mail of the day')
  await press(`/unsubscribe?all=true&token=${await link(cyd, null)}`)
  t.match(await wants(cyd), { emailSwitch: false })
  t.equal((await press('/unsubscribe')).status, 422)
  t.equal((await press('/auth/login', { body: oneClick })).status, 415, 'no other call takes a form')
})

await t.test('administrators announce, and each announcement is logged', async (t) => {
  const adm = await api.person({ group: 'admin' })
  const texts = { en: { title: ' New fabrics ', body: 'Velvet.' }, 'zh-CN': { title: '新面料', body: '丝绒。' } }
  const key = { 'idempotency-key': 'one press' }
  const post = (body: object) => adm.call('POST', '/backstage/announcements', { body, headers: key })
  const made = await json<{ id: string }>(post({ texts, path: '/creators' }))
  t.same(await json<object>(post({ texts, path: '/creators' })), made, 'pressed twice')
  t.match(made, { texts: { en: { title: 'New fabrics' } }, path: '/creators' })
  t.same(await json<object>(adm.call('GET', `/backstage/announcements/${made.id}`)), made)
  t.match(await json<object>(adm.call('GET', '/backstage/announcements')), { items: [made], total: 1 })
  const { rows } = await sql`select actor_id, action from audit where subject_id = ${made.id}`.execute(api.db)
  t.same(rows, [{ actor_id: adm.user.id, action: 'announcement.made' }])
  const bad = (body: object) => adm.call('POST', '/backstage/announcements', { body })
  for (const path of ['https://evil.example', '//evil.example', '/\\evil.example'])
    t.equal((await bad({ texts, path })).status, 422, path)
})

await t.test('an announcement is withdrawn once, with a reason; its readers see that it is withdrawn', async (t) => {
  const [ann, adm] = [await api.person(), await api.person({ group: 'admin' })]
  const texts = { en: { title: 'Velvet for free', body: '' }, 'zh-CN': { title: '免费丝绒', body: '' } }
  const { id } = await json<{ id: string }>(adm.call('POST', '/backstage/announcements', { body: { texts } }))
  const subject = { kind: 'announcement' as const, id }
  await notify(api.db, { userId: ann.user.id, kind: 'announcement', key: `announcement:${id}`, subject })
  t.match((await list(ann, 'notifications')).items, [{ hidden: false, message: /Velvet for free/ }])
  const path = `/backstage/announcements/${id}/withdraw`
  const body = { reason: 'It was cotton' }
  t.match(await json<object>(adm.call('POST', path, { body })), { withdrawnAt: String })
  t.equal((await adm.call('POST', path, { body })).status, 409)
  const [gone] = (await list(ann, 'notifications')).items
  t.match(gone, { hidden: true, excerpt: '', params: {} })
  t.notMatch(gone?.message, /Velvet/)
  t.match(await json<object>(adm.call('GET', '/backstage/announcements?state=withdrawn&q=VELVET')), {
    items: [{ id }],
    total: 1,
  })
  const { rows } = await sql`select action, after, reason from audit where subject_id = ${id} order by id`.execute(
    api.db,
  )
  t.match(rows, [
    { action: 'announcement.made', after: { 'title.en': 'Velvet for free' }, reason: null },
    { action: 'announcement.withdrawn', after: { withdrawn: 'true' }, reason: 'It was cotton' },
  ])
})

await t.test('an address that refused a mail is shown as such until it is confirmed again', async (t) => {
  const ann = await api.person()
  const { email } = ann.user
  const mail = await insertMail(api.db, { kind: 'digest', userId: ann.user.id, address: email! })
  t.equal((await ann.call('POST', '/auth/email/verification')).status, 409, 'nothing to confirm')
  await refuseAddress(api.db, mail, 550)
  const refused = async () => (await json<{ emailRefused: object | null }>(ann.call('GET', '/me/profile'))).emailRefused
  t.match(await refused(), { status: 550, at: String })
  t.equal((await ann.call('POST', '/auth/email/verification')).status, 202)
  const token = await makeLink(api.db, ann.user, 'verify_email', email!)
  t.equal((await ann.call('PUT', '/auth/email/verification', { body: { token } })).status, 200)
  t.equal(await refused(), null)
})
