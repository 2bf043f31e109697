import { io, type Socket } from 'socket.io-client'
import t from '@toile/testing/tap'
import type { LiveMessages } from '@toile/contracts/live'
import type { Message } from '@toile/contracts/messages/messages'
import { findConversation } from '@toile/db/messages/conversations'
import type { User } from '@toile/db/users/users'
import { makeImage, makeToken, makeUser } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { sharedSystem, type SharedSystem } from '../shared-system.js'

let system: SharedSystem
t.before(async () => {
  system = await sharedSystem()
})

interface Person {
  user: User
  token: string
  socket: Socket
  frames: string[]
  received: { [E in 'message:new' | 'message:read']: LiveMessages[E][] }
}

async function person(): Promise<Person> {
  const user = await makeUser(system.db)
  const { token } = await makeToken(system.db, user)
  const frames: string[] = []
  const received: Person['received'] = { 'message:new': [], 'message:read': [] }
  // Like our page, limits the time to connect. By default, an attempt that realtime's start cuts off fails after 20 s.
  const again = { timeout: 1_000, reconnectionDelay: 100, reconnectionDelayMax: 500 }
  const socket = io(system.url, { transports: ['websocket'], auth: { token }, forceNew: true, ...again })
  socket.onAny((event: string, payload: unknown) => {
    frames.push(JSON.stringify([event, payload]))
    received[event as keyof typeof received]?.push(payload as never)
  })
  t.teardown(() => void socket.disconnect())
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
  return { user, token, socket, frames, received }
}

async function call<T>({ token }: Person, method: string, path: string, body: object = {}): Promise<T> {
  const answer = await fetch(system.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}
const write = (from: Person, to: Person, body: object) =>
  call<Message>(from, 'POST', `/conversations/${to.user.id}/messages`, body)

await t.test('C10 W08 delivers to both users at once, and nothing to a third, whatever it sends', async (t) => {
  const [ann, carol, bob] = await Promise.all([person(), person(), person()])
  const hello = await write(ann, carol, { body: 'canary-hello' })
  await until(() => carol.received['message:new'].length === 1 && ann.received['message:new'].length === 1)
  t.match(carol.received['message:new'], [{ conversationWith: ann.user.id, body: 'canary-hello', mine: false, seq: 1 }])
  t.match(ann.received['message:new'], [{ conversationWith: carol.user.id, mine: true, id: hello.id }])

  await call(carol, 'PUT', `/conversations/${ann.user.id}/read`)
  await until(() => carol.received['message:read'].length === 1)
  t.same(ann.received['message:read'], [], 'reading a request sends no receipt')
  await call(carol, 'PUT', `/conversations/${ann.user.id}/accept`)
  await until(() => ann.received['message:read'].length === 1)
  t.match(ann.received['message:read'], [{ conversationWith: carol.user.id, seq: 1, mine: false, readAt: String }])

  const imageId = await makeImage(system.db, carol.user, 'inline')
  await write(carol, ann, { body: 'canary-picture', imageId })
  await until(() => ann.received['message:new'].length === 2)
  t.match(ann.received['message:new'][1]?.image?.variants, [
    { url: /\/files\/.+\/inline-308\.webp\?expires=.+&signature=/ },
  ])

  const { id } = (await findConversation(system.db, ann.user.id, carol.user.id))!
  for (const topic of [`user:${ann.user.id}`, `conversation:${id}`, id, `message:${hello.id}`, `thread:${id}`])
    t.notOk(((await bob.socket.emitWithAck('subscribe', { topic })) as { ok: boolean }).ok, topic)
  for (const event of ['message:new', 'message:read', 'join'])
    bob.socket.emit(event, { conversationWith: ann.user.id, room: `user:${ann.user.id}`, body: 'forged' })
  // The stream is ordered: once both users have this message, all earlier ones would have arrived.
  await write(ann, bob, { body: 'for bob' })
  const hasIt = (one: Person) => one.received['message:new'].some(({ body }) => body === 'for bob')
  await until(() => hasIt(bob) && hasIt(ann))
  t.equal(bob.received['message:new'].length, 1)
  t.equal(bob.received['message:read'].length, 0)
  for (const canary of [carol.user.id, id, hello.id, imageId, 'canary', 'room'])
    t.notMatch(bob.frames.join('\n'), canary, canary)
  t.equal(ann.received['message:new'].length, 3, 'frames of clients are no messages')

  await call(bob, 'PUT', `/users/${ann.user.id}/block`)
  await call(bob, 'PUT', `/conversations/${ann.user.id}/read`)
  await until(() => bob.received['message:read'].length === 1)
  t.equal(ann.received['message:read'].length, 1, 'a blocking user sends no receipts')
  await call(bob, 'DELETE', `/users/${ann.user.id}/block`)
  await write(carol, ann, { body: 'one' })
  await call(ann, 'PUT', `/conversations/${carol.user.id}/read`)
  await until(() => carol.received['message:read'].some(({ mine, seq }) => !mine && seq === 3))
})

await t.test('W05 a client can fetch everything again that it missed when relay and realtime died', async (t) => {
  const [ann, carol] = await Promise.all([person(), person()])
  await write(ann, carol, { body: 'm1' })
  await write(carol, ann, { body: 'm2' })
  for (let i = 3; i <= 12; i++) {
    if (i === 4) system.restart('relay')
    if (i === 8) system.restart('realtime')
    await write(i % 2 ? ann : carol, i % 2 ? carol : ann, { body: `m${i}` })
  }
  const last = () => carol.received['message:new'].some(({ body }) => body === 'm13')
  await until(() => carol.socket.connected)
  await write(ann, carol, { body: 'm13' })
  await until(last)
  const { items } = await call<{ items: Message[] }>(
    carol,
    'GET',
    `/conversations/${ann.user.id}/messages?after=0&limit=100`,
  )
  t.same(
    items.map(({ seq, body }) => [seq, body]),
    Array.from({ length: 13 }, (_, i) => [i + 1, `m${i + 1}`]),
  )
  for (const { seq, id } of carol.received['message:new'])
    t.equal(items[seq - 1]!.id, id, 'what came live, once or twice, has its number')
})
