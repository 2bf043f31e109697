import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Conversation, Message } from '@toile/contracts/messages/messages'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { isBlockedBetween } from '@toile/db/users/blocks'
import { setBlock } from '@toile/db/users/blocks-transitions'
import { sendMessage } from '@toile/db/messages/messages-sent'
import { countUnread } from '@toile/db/notifications/notification-rows'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import { makeImage } from '@toile/testing/factories'
import { json, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

type List<T> = { items: T[]; nextCursor: string | null }
const people = async (count: number) => Promise.all(Array.from({ length: count }, () => api.person()))
const write = (from: Person, to: Person, body: string, headers: Record<string, string> = {}) =>
  from.call('POST', `/conversations/${to.user.id}/messages`, { body: { body }, headers })
const written = async (from: Person, to: Person, body: string) => {
  const response = await write(from, to, body)
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Message
}
const thread = (who: Person, whom: Person, query = '') =>
  json<List<Message> & { conversation: Conversation }>(
    who.call('GET', `/conversations/${whom.user.id}/messages${query}`),
  )
const box = (who: Person, name = 'inbox') =>
  json<List<Conversation> & { requests: number }>(who.call('GET', `/conversations?box=${name}`))
const code = async (response: Response) => ((await response.json()) as { code: string }).code
const acquainted = async () => {
  const [ann, bob] = (await people(2)) as [Person, Person]
  await written(ann, bob, 'Hello')
  await written(bob, ann, 'Hello you')
  return [ann, bob] as const
}
const unread = async (who: Person) => (await countUnread(api.db, [who.user.id]))[0]!
const put = (who: Person, path: string, body?: object) => who.call('PUT', path, body ? { body } : {})

await t.test('messages are counted, read and listed, for both from their own side', async (t) => {
  const [ann, bob] = await acquainted()
  for (const body of ['  one ', 'two\nlines', '三']) await written(ann, bob, body)
  const all = await thread(bob, ann)
  t.same(
    all.items.map(({ seq, body, mine }) => [seq, body, mine]),
    [
      [5, '三', false],
      [4, 'two\nlines', false],
      [3, 'one', false],
      [2, 'Hello you', true],
      [1, 'Hello', false],
    ],
  )
  t.match(all.conversation, { conversationWith: ann.user.id, unread: 4, lastSeq: 5, canWrite: true, standing: 'open' })
  t.same(
    (await thread(bob, ann, '?after=3')).items.map(({ seq }) => seq),
    [4, 5],
  )
  const first = await thread(bob, ann, '?limit=2')
  const second = await thread(bob, ann, `?limit=2&cursor=${first.nextCursor}`)
  t.same(
    [...first.items, ...second.items].map(({ seq }) => seq),
    [5, 4, 3, 2],
  )
  t.equal((await unread(bob)).messages, 1, 'one conversation')

  t.equal((await put(bob, `/conversations/${ann.user.id}/read`, { seq: 4 })).status, 204)
  t.match((await thread(bob, ann)).conversation, { unread: 1 })
  t.match((await thread(ann, bob)).conversation, { readSeq: 4, readAt: String })
  await put(bob, `/conversations/${ann.user.id}/read`)
  await put(bob, `/conversations/${ann.user.id}/read`, { seq: 1 })
  t.match((await thread(ann, bob)).conversation, { readSeq: 5 }, 'never back')
  t.equal((await unread(bob)).messages, 0)
  t.match((await box(bob)).items, [{ conversationWith: ann.user.id, lastMessage: { body: '三' }, unread: 0 }])
  const reads = await api.db.selectFrom('events').select('id').where('type', '=', 'message.read').execute()
  t.equal(reads.length, 2, 'what was read already is no event')
})

await t.test('two users who write at once have one conversation with every message', async (t) => {
  const [ann, bob] = (await people(2)) as [Person, Person]
  for (const [who, whom] of [
    [ann, bob],
    [bob, ann],
  ] as const)
    await put(who, `/users/${whom.user.id}/follow`)
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) => (i % 2 ? write(ann, bob, `a${i}`) : write(bob, ann, `b${i}`))),
  )
  t.same([...new Set(responses.map(({ status }) => status))], [201])
  const { items } = await thread(ann, bob)
  t.same(
    items.map(({ seq }) => seq),
    Array.from({ length: 8 }, (_, i) => 8 - i),
  )
  t.same(
    (await thread(bob, ann)).items.map(({ id }) => id),
    items.map(({ id }) => id),
  )
  t.equal((await box(ann)).items.length, 1)
})

await t.test('a message sent again is stored once, even a week later', async (t) => {
  const [ann, bob] = await acquainted()
  const send = (key: string) => write(ann, bob, 'From the train', { 'idempotency-key': key })
  const responses = await Promise.all([send('k1'), send('k1'), send('k1')])
  t.same([...new Set(await Promise.all(responses.map(async (one) => ((await one.json()) as Message).id)))].length, 1)
  await sql`delete from idempotency_keys`.execute(api.db)
  t.match(await json(send('k1')), { seq: 3, key: 'k1' })
  t.equal((await thread(bob, ann)).conversation.lastSeq, 3)
  t.notOk('key' in (await thread(bob, ann)).items[0]!, 'the key is its sender’s own')
  const carol = await api.person()
  t.equal(await code(await write(ann, carol, 'From the train', { 'idempotency-key': 'k1' })), 'IDEMPOTENCY_KEY_REUSED')
  t.same((await thread(ann, carol)).items, [], 'to another user it is another call, without the first answer')
})

await t.test('S14 writing requires a verified address, an existing user and a text', async (t) => {
  const [ann, bob] = (await people(2)) as [Person, Person]
  const una = await api.person({ verified: false })
  t.equal(await code(await write(una, ann, 'Hi')), 'EMAIL_UNVERIFIED')
  for (const body of ['', '  ']) t.equal((await write(ann, bob, body)).status, 422)
  t.equal((await write(ann, ann, 'Me')).status, 404)
  t.equal((await ann.call('POST', `/conversations/${newId()}/messages`, { body: { body: 'x' } })).status, 404)
  t.match(await thread(ann, bob), { items: [], conversation: { person: { id: bob.user.id }, canWrite: true } })
  t.same((await box(bob)).items, [], 'what was refused has made no conversation')
})

await t.test('C11 of sixty messages a minute, those past thirty are refused', async (t) => {
  const [ann, bob] = await acquainted()
  const statuses: number[] = []
  for (let i = 0; i < 60; i++) statuses.push((await write(ann, bob, `${i}`)).status)
  t.equal(statuses.filter((status) => status === 201).length, 29, 'one was sent before')
  t.equal(statuses.filter((status) => status === 429).length, 31)
})

await t.test('C11 a stranger writes once, and again when accepted; ignoring reveals nothing', async (t) => {
  const [ann, bob, eve, fan] = (await people(4)) as [Person, Person, Person, Person]
  await written(bob, ann, 'May I use your pattern?')
  t.equal(await code(await write(bob, ann, 'Hello?')), 'MESSAGE_NOT_ACCEPTED')
  t.match((await thread(bob, ann)).conversation, { awaiting: true, canWrite: false })
  t.same((await box(ann)).items, [])
  t.match(await box(ann, 'requests'), { items: [{ conversationWith: bob.user.id, standing: 'request' }], requests: 1 })
  t.equal((await unread(ann)).messages, 1)
  await put(ann, `/conversations/${bob.user.id}/read`)
  t.match((await thread(bob, ann)).conversation, { readSeq: 0 }, 'does not reveal that a request was read')
  t.match(await json(put(ann, `/conversations/${bob.user.id}/accept`)), { standing: 'open' })
  t.match((await thread(bob, ann)).conversation, { readSeq: 1, canWrite: true })
  await written(bob, ann, 'Thank you')

  await written(eve, ann, 'Buy my thread')
  const before = await unread(ann)
  t.equal((await put(ann, `/conversations/${eve.user.id}/ignore`)).status, 204)
  const after = await unread(ann)
  t.same([after.messages, after.version], [before.messages - 1, before.version + 1], 'all her devices hear of it')
  t.match(await box(ann, 'requests'), { items: [], requests: 0 })
  t.equal(await code(await write(eve, ann, 'Buy it')), 'MESSAGE_NOT_ACCEPTED')
  t.equal((await unread(ann)).messages, 1, 'that of the one she accepted')
  await written(ann, eve, 'What do you sell?')
  await written(eve, ann, 'Thread')

  await put(ann, `/users/${fan.user.id}/follow`)
  await written(fan, ann, 'You follow me')
  await written(fan, ann, 'So I am no stranger')
  t.equal((await box(ann)).items[0]!.conversationWith, fan.user.id)
})

await t.test(
  'C11 a block works in both directions, also on existing threads, and nothing is delivered later',
  async (t) => {
    const [ann, bob] = await acquainted()
    await put(bob, `/users/${ann.user.id}/follow`)
    t.match(await json(put(ann, `/users/${bob.user.id}/block`)), { blocked: true })
    t.equal((await put(ann, `/users/${bob.user.id}/block`)).status, 200, 'twice is once')
    t.equal(await code(await write(bob, ann, 'Why?')), 'MESSAGE_REFUSED')
    t.equal(await code(await write(ann, bob, 'Because')), 'UNBLOCK_FIRST')
    t.ok(await isBlockedBetween(api.db, bob.user.id, ann.user.id), 'for mentions and notices')
    t.match((await thread(bob, ann)).conversation, { canWrite: false, blocked: false })
    t.match((await thread(ann, bob)).conversation, { canWrite: false, blocked: true })
    await put(bob, `/conversations/${ann.user.id}/read`)
    t.match((await thread(ann, bob)).conversation, { readSeq: 0 })
    await bob.call('DELETE', `/users/${ann.user.id}/block`)
    t.equal((await write(bob, ann, 'Still')).status, 403, 'only the one who blocked lifts it')
    t.match(await json(ann.call('DELETE', `/users/${bob.user.id}/block`)), { blocked: false })
    t.same(
      (await thread(ann, bob)).items.map(({ body }) => body),
      ['Hello you', 'Hello'],
    )
    await written(bob, ann, 'Friends again')
    t.equal((await thread(ann, bob)).conversation.lastSeq, 3)
    t.equal((await put(ann, `/users/${ann.user.id}/block`)).status, 409)
    t.equal((await put(ann, `/users/${newId()}/block`)).status, 404)
  },
)

await t.test('C11 no message arrives after a block, and the request of a blocked user no longer counts', async (t) => {
  const [ann, bob] = await acquainted()
  const send = () => sendMessage(api.db, ann.user.id, { senderId: bob.user.id, body: 'On its way' }).catch(() => null)
  const last = async () => (await thread(ann, bob)).conversation.lastSeq
  // There are fewer calls than pool connections, so that no call has to wait for one, even on a slow machine.
  const sends = Array.from({ length: 4 }, send)
  const blocked = setBlock(api.db, ann.user.id, bob.user.id, true).then(last)
  sends.push(...Array.from({ length: 4 }, send))
  const then = await blocked
  const sent = (await Promise.all(sends)).filter((id) => id !== null)
  t.equal(await last(), then, `of eight ${sent.length} came before`)

  const eve = await api.person()
  await written(eve, ann, 'Buy my thread')
  const before = await unread(ann)
  await put(ann, `/users/${eve.user.id}/block`)
  t.match(await unread(ann), { messages: before.messages - 1, version: before.version + 1 })
  await ann.call('DELETE', `/users/${eve.user.id}/block`)
  t.match(await unread(ann), { messages: before.messages, version: before.version + 2 })
})

await t.test('C10 a third user can neither read, write, mark, delete nor report in a conversation', async (t) => {
  const [ann, carol] = await acquainted()
  const bob = await api.person()
  const canary = await written(ann, carol, 'canary-of-ann-and-carol')
  const { id } = (
    await sql<{ id: string }>`select conversation_id as id from messages where id = ${canary.id}`.execute(api.db)
  ).rows[0]!
  const before = await thread(ann, carol)
  for (const name of [id, canary.id]) {
    for (const [method, path] of [
      ['GET', 'messages'],
      ['POST', 'messages'],
      ['PUT', 'read'],
      ['PUT', 'accept'],
      ['PUT', 'ignore'],
      ['DELETE', 'messages'],
    ] as const) {
      const response = await bob.call(
        method,
        `/conversations/${name}/${path}`,
        method === 'GET' ? {} : { body: { body: 'x' } },
      )
      t.ok([404, 422].includes(response.status), `${method} ${path} ${response.status}`)
      t.notMatch(await response.text(), /canary/)
    }
  }
  for (const path of ['accept', 'ignore', 'read'])
    t.equal((await put(bob, `/conversations/${ann.user.id}/${path}`)).status, 404, `none of his own to ${path}`)
  for (const whom of [ann, carol]) t.same((await thread(bob, whom)).items, [])
  t.equal((await bob.call('DELETE', `/messages/${canary.id}`)).status, 404)
  const report = (who: Person) =>
    who.call('POST', '/reports', { body: { kind: 'message', id: canary.id, reason: 'Rude' } })
  t.equal((await report(bob)).status, 404)
  t.equal((await report(carol)).status, 201)
  t.same(await thread(ann, carol), before, 'nothing has changed')
  t.same((await box(bob)).items, [])
})

await t.test("C10 a picture in a message is for its two users, and must be the sender's own", async (t) => {
  const [ann, carol] = await acquainted()
  const bob = await api.person()
  const imageId = await makeImage(api.db, ann.user, 'inline')
  const send = (who: Person, whom: Person, id: string) =>
    who.call('POST', `/conversations/${whom.user.id}/messages`, { body: { imageId: id } })
  t.equal((await send(ann, carol, imageId)).status, 201)
  for (const [who, whom] of [
    [ann, carol],
    [carol, ann],
  ] as const) {
    const [message] = (await thread(who, whom)).items
    t.match(message!.image, { status: 'ready', variants: [{ url: /signature=/ }] })
  }
  t.equal((await carol.call('GET', `/images/${imageId}`)).status, 404, 'its own page is the sender’s')
  t.equal((await send(bob, ann, imageId)).status, 422)
  t.equal((await send(ann, carol, await makeImage(api.db, ann.user, 'avatar'))).status, 422)
  const files = await api.db.selectFrom('files').select(['id', 'public']).where('owner_id', '=', ann.user.id).execute()
  for (const file of files) {
    t.equal(file.public, false)
    t.equal((await bob.call('GET', `/files/${file.id}/x.webp`)).status, 404)
  }
})

await t.test('deleting an account empties its messages, which keep their places in the conversation', async (t) => {
  const password = 'quite a long one'
  const [ann, bob] = [await api.person({ password }), await api.person()]
  await written(ann, bob, 'secret-of-ann')
  await written(bob, ann, 'An answer')
  const lone = await api.person()
  await written(ann, lone, 'secret-of-ann')
  await lone.call('POST', '/reports', {
    body: { kind: 'message', id: (await thread(lone, ann)).items[0]!.id, reason: 'Rude' },
  })
  await lone.call('PUT', `/users/${ann.user.id}/block`)
  const before = await unread(lone)
  t.equal((await ann.call('DELETE', '/me', { body: { password } })).status, 204)
  t.match(await unread(lone), { messages: 0, version: before.version + 1 }, 'the unread message no longer counts')
  const { items } = (await (await bob.call('GET', '/notifications?tab=messages')).json()) as { items: object[] }
  t.match(items, [{ message: 'A deleted account sent you a message', actors: [] }], 'and not the moderators')
  const left = await thread(bob, ann)
  t.same(
    left.items.map(({ body, deleted }) => [body, deleted]),
    [
      ['An answer', false],
      ['', true],
    ],
  )
  t.match(left.conversation, { person: null, canWrite: false })
  t.equal(await code(await write(bob, ann, 'Are you there?')), 'NOT_FOUND')
  t.same((await box(lone, 'requests')).items, [])
  t.same((await sql`select 1 from messages where body like '%secret-of-ann%'`.execute(api.db)).rows, [])
  const { rows } = await sql`select evidence from reports where reporter_id = ${lone.user.id}`.execute(api.db)
  t.same(
    rows,
    [{ evidence: { authorId: ann.user.id, text: 'secret-of-ann', imageId: null } }],
    'C10 except what was reported',
  )
})

await t.test(
  'moderators and an author write about a work; it is in the audit log, and visible to nobody else',
  async (t) => {
    const [ann, bob, adm] = [await api.person(), await api.person(), await api.person({ group: 'admin' })]
    const workId = newId()
    await inTransaction(api.db, async (trx) => {
      await insertWork(trx, { id: workId, ownerId: ann.user.id, title: 'Linen dress' })
      await moveWork(trx, workId, 'released')
    })
    const backstage = `/backstage/works/${workId}/messages`
    t.same((await json<List<Message>>(adm.call('GET', backstage))).items, [])
    const send = (key: string) =>
      adm.call('POST', backstage, { body: { body: 'Please name the brand.' }, headers: { 'idempotency-key': key } })
    t.equal((await send('m1')).status, 201)
    t.equal((await send('m1')).status, 201)
    const [shown] = (await box(ann)).items
    t.match(shown, {
      kind: 'moderation',
      conversationWith: workId,
      person: null,
      work: { id: workId, title: 'Linen dress' },
      unread: 1,
      lastMessage: { body: 'Please name the brand.', senderId: null, mine: false },
    })
    const path = `/conversations/${workId}`
    t.equal((await ann.call('POST', `${path}/messages`, { body: { body: 'It is my own.' } })).status, 201)
    await put(ann, `${path}/read`)
    t.equal((await unread(ann)).messages, 0)
    t.same(
      (await json<List<Message>>(adm.call('GET', backstage))).items.map(({ body, senderId }) => [body, senderId]),
      [
        ['It is my own.', ann.user.id],
        ['Please name the brand.', null],
      ],
    )
    t.equal((await bob.call('GET', `${path}/messages`)).status, 404)
    t.equal((await bob.call('POST', `${path}/messages`, { body: { body: 'x' } })).status, 404)
    t.equal((await adm.call('POST', `/backstage/works/${newId()}/messages`, { body: { body: 'x' } })).status, 404)
    const audit = await api.db
      .selectFrom('audit')
      .select(['actor_id', 'subject_id'])
      .where('action', '=', 'work.messaged')
      .execute()
    t.same(audit, [{ actor_id: adm.user.id, subject_id: workId }])
  },
)
