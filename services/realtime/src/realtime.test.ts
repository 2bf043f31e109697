import { io as connect, type Socket } from 'socket.io-client'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { createRedisDatabase } from '@toile/testing/redis'
import { WebSocket } from 'ws'
import { connectBlockingRedis } from '@toile/bus/redis'
import { sendLive } from '@toile/bus/live-stream'
import { newId } from '@toile/contracts/ids'
import type { Acknowledgement, LiveEvent, LiveMessages } from '@toile/contracts/live'
import { reactions, type Reaction } from '@toile/contracts/reactions'
import { inTransaction } from '@toile/db/client'
import { dirtyCounters } from '@toile/db/works/work-counters'
import { hideWork, unhideWork } from '@toile/db/moderation/work-moderation'
import { insertWork } from '@toile/db/works/works-transitions'
import { revokeSession } from '@toile/db/sessions/sessions'
import type { Config } from '@toile/runtime/config'
import { createRunning, type Running } from '@toile/runtime/process'
import { makeActivity, makeReleasedWork } from '@toile/testing/activities'
import { makeCallers } from '@toile/testing/callers'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { callers, roomOfEvent, rooms, topics, type Caller } from '@toile/testing/access-tables'
import { makeToken, makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { makeActivities, makeWorks } from '@toile/testing/things'
import { until } from '@toile/testing/until'
import { MAX_HANDSHAKES_PER_MINUTE, MAX_SOCKETS_PER_USER, MAX_ATTEMPTS_PER_CONNECTION } from './connection-limits.js'
import { startRealtime } from './realtime.js'

let test: TestDatabase
let config: Config
let running: Running
t.before(async () => {
  test = await createTestDatabase()
  const hosts = { 'https://www.toile.example': { socket: 'https://live.toile.example' } }
  config = await testConfig({
    databaseUrl: test.url,
    redisUrl: await createRedisDatabase(),
    hosts,
    trustProxy: '127.0.0.1',
  })
  running = createRunning('realtime-test', config)
  await startRealtime(running)
})
t.teardown(async () => {
  await running.shutdown()
  await test.drop()
})

const open = (
  t: { teardown(end: () => void): unknown },
  auth: object = {},
  headers: Record<string, string> = {},
): Socket => {
  const socket = connect(`http://127.0.0.1:${config.realtimePort}`, {
    transports: ['websocket'],
    auth,
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  t.teardown(() => void socket.disconnect())
  return socket
}
const subscribe = (socket: Socket, topic: unknown): Promise<Acknowledgement> =>
  socket.emitWithAck('subscribe', { topic })
/** Resolves to the arguments of the next message of an event. For 'connect', resolves at once if already connected. */
const once = (socket: Socket, event: string): Promise<unknown[]> =>
  new Promise((resolve) => {
    if (event === 'connect' && socket.connected) return resolve([])
    socket.once(event, (...args: unknown[]) => resolve(args))
  })
/** A connection that waits as long as it takes, because some tests send megabytes at once. */
const redis = () => connectBlockingRedis(config.redisUrl, running.log)

await t.test('a signed-in socket gets messages about its own things, in its own language', async (t) => {
  const ann = await makeUser(test.db)
  const { token } = await makeToken(test.db, ann)
  const english = open(t, { token, language: 'en' })
  const chinese = open(t, { token, language: 'zh-CN' })
  await Promise.all([once(english, 'connect'), once(chinese, 'connect')])
  const received = Promise.all([once(english, 'upload:stage'), once(chinese, 'upload:stage')])
  const payload: LiveMessages['upload:stage'] = {
    uploadId: newId(),
    stage: 'failed',
    progress: 0,
    version: 3,
    at: new Date().toISOString(),
    failure: { code: 'NOT_A_MODEL', params: {}, message: '' },
  }
  const sender = redis()
  // `bad` cannot be delivered, because its failure lacks `params`. It must not hold up the next message.
  const bad = { ...payload, failure: { code: 'MODEL_DAMAGED' } } as typeof payload
  await sendLive(
    sender,
    [bad, payload].map((each) => ({ room: `user:${ann.id}`, event: 'upload:stage', payload: each })),
  )
  const [[inEnglish], [inChinese]] = (await received) as [[typeof payload], [typeof payload]]
  t.match(inEnglish.failure?.message, /isn’t a 3D file/)
  t.match(inChinese.failure?.message, /3D 文件/)
  sender.disconnect()
})

await t.test('Q01 only administrators can follow queues and get alerts', async (t) => {
  const [ann, adm] = [await makeUser(test.db), await makeUser(test.db, { group: 'admin' })]
  const visitor = open(t)
  const anns = open(t, { token: (await makeToken(test.db, ann)).token })
  const adms = open(t, { token: (await makeToken(test.db, adm)).token })
  await Promise.all([visitor, anns, adms].map((socket) => once(socket, 'connect')))
  const received: string[] = []
  for (const socket of [visitor, anns]) socket.onAny((event: string) => received.push(event))
  for (const topic of ['queues', 'administrators', 'admin:queues'])
    for (const socket of [visitor, anns])
      t.same(await subscribe(socket, topic), { ok: false, code: 'NOT_FOUND' }, topic)
  t.same(await subscribe(adms, 'queues'), { ok: true })
  const updates = Promise.all([once(adms, 'queue:health'), once(adms, 'alert:changed')])
  const sender = redis()
  await sendLive(sender, [
    { room: 'queues', event: 'queue:health', payload: { name: 'uploads' } as LiveMessages['queue:health'] },
    { room: 'administrators', event: 'alert:changed', payload: { kind: 'disk' } as LiveMessages['alert:changed'] },
    { room: 'feed', event: 'work:released', payload: { workId: newId(), at: '' } },
  ])
  t.match(await updates, [[{ name: 'uploads' }], [{ kind: 'disk' }]])
  // A socket gets its messages in the order of sending, so after these replies no earlier message can still arrive.
  for (const socket of [visitor, anns]) t.same(await subscribe(socket, 'feed'), { ok: true })
  t.same(received, [])
  sender.disconnect()
})

await t.test('C13 a follower of a hidden work gets nothing, except its owner and administrators', async (t) => {
  const [ann, bob] = [await makeUser(test.db), await makeUser(test.db)]
  const admin = await makeUser(test.db, { group: 'admin' })
  const workId = await makeReleasedWork(test.db, ann)
  const topic = `work:${workId}`
  const may = async (socket: Socket) => (await subscribe(socket, topic)).ok
  const tokens = await Promise.all([ann, bob, admin].map((user) => makeToken(test.db, user)))
  const sockets = [...tokens.map(({ token }) => open(t, { token })), open(t)]
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  t.same(await Promise.all(sockets.map(may)), [true, true, true, true])
  const action = { id: workId, actorId: admin.id, reason: 'Not theirs' }
  await inTransaction(test.db, (trx) => hideWork(trx, action))
  await sql`update work_counters set likes = 7, version = version + 1 where work_id = ${workId}`.execute(test.db)
  const counted = (await dirtyCounters(test.db, 1_000)).find(({ workId: id }) => id === workId)
  t.equal(counted?.shown, false, 'followers get no like')
  for (const socket of sockets) socket.emit('unsubscribe', { topic }, () => {})
  t.same(await Promise.all(sockets.map(may)), [true, false, true, false])
  await inTransaction(test.db, (trx) => unhideWork(trx, action))
  t.same(await Promise.all(sockets.map(may)), [true, true, true, true])
})

await t.test('W01 no request lets a socket into a room that is not for it', async (t) => {
  const ann = await makeUser(test.db)
  const bob = await makeUser(test.db)
  const secretWork = newId()
  await inTransaction(test.db, (trx) => insertWork(trx, { id: secretWork, ownerId: ann.id, visibility: 'private' }))
  const secretActivity = await makeActivity(test.db, 'upcoming')
  await sql`update activities set starts_at = now() + interval '1 minute' where id = ${secretActivity}`.execute(test.db)
  const bobs = open(t, { token: (await makeToken(test.db, bob)).token })
  await once(bobs, 'connect')
  const received: string[] = []
  bobs.onAny((event: string) => received.push(event))

  const topics = [
    `user:${ann.id}`,
    `session:${newId()}`,
    `work:${secretWork}`,
    `work:${newId()}`,
    `activity:${newId()}`,
    `activity:${secretActivity}`,
    'queues',
    'admin:queues',
    'conv:1',
    '',
    null,
    {},
    ['feed'],
    'x'.repeat(10_000),
  ]
  for (const topic of topics) t.notOk((await subscribe(bobs, topic)).ok, JSON.stringify(topic)?.slice(0, 60))
  for (const event of ['join', 'room', 'subscribe ', 'user:join']) bobs.emit(event, `user:${ann.id}`)
  bobs.emit('subscribe', `user:${ann.id}`)
  bobs.emit('subscribe')
  t.ok((await subscribe(bobs, 'feed')).ok, 'what is public he may follow')
  t.ok((await subscribe(bobs, `activity:${await makeActivity(test.db, 'upcoming')}`)).ok)

  const sender = redis()
  const at = new Date().toISOString()
  const released = once(bobs, 'work:released')
  await sendLive(sender, [
    {
      room: `user:${ann.id}`,
      event: 'upload:stage',
      payload: { uploadId: newId(), stage: 'finished', progress: 0, version: 2, at },
    },
    { room: `work:${secretWork}`, event: 'work:released', payload: { workId: secretWork, at } },
    { room: 'feed', event: 'work:released', payload: { workId: newId(), at } },
  ])
  await released
  t.same(received, ['work:released'], 'the stream is in order: only the last one was for him')
  const anns = open(t, { token: (await makeToken(test.db, ann)).token })
  await once(anns, 'connect')
  t.ok((await subscribe(anns, `work:${secretWork}`)).ok, 'its owner may')
  sender.disconnect()
})

await t.test('W01 A01 checks every topic, room and event against every kind of caller', async (t) => {
  const { people, tokens } = await makeCallers(test.db)
  const works = await makeWorks(test.db, people)
  const { openActivity, unannouncedActivity } = await makeActivities(test.db, people)
  const owner = await makeToken(test.db, people.owner)
  const things: Record<string, string> = { ...works, unannouncedActivity, announcedActivity: openActivity }
  const filled = (row: string) =>
    row
      .replace('user:{owner}', `user:${people.owner.id}`)
      .replace('session:{owner}', `session:${owner.sid}`)
      .replace(/\{(\w+)\}/, (_, thing: string) => things[thing]!)

  const sockets = new Map<Caller, Socket>()
  const received = new Map<Caller, string[]>()
  for (const who of callers) {
    const socket = open(t, { token: who === 'owner' ? owner.token : tokens[who] })
    if (who === 'banned') {
      t.match(await once(socket, 'connect_error'), [{ message: 'Unauthenticated' }])
      continue
    }
    await once(socket, 'connect')
    sockets.set(who, socket)
    socket.onAny((event: string, { room }: { room: string }) => received.get(who)!.push(`${event} ${room}`))
  }
  for (const { row, cells } of topics)
    for (const who of callers) {
      const socket = sockets.get(who)
      const result = socket && ((await subscribe(socket, filled(row))).ok ? 'yes' : 'no')
      t.equal(result ?? 'none', cells[who], `${who} follows ${row}`)
    }

  const sender = redis()
  t.teardown(() => sender.disconnect())
  /** Returns a function that names a message's receivers. A last message to all sockets proves that all others came. */
  const hearing = async (sent: { room: string; event: LiveEvent }[]) => {
    for (const who of sockets.keys()) received.set(who, [])
    const last = Promise.all([...sockets.values()].map((socket) => once(socket, 'work:released')))
    const messages = [...sent, { room: 'feed', event: 'work:released' as const }]
    // Only the receivers matter here, not the payload. With `hidden`, a notification needs no further fields.
    await sendLive(
      sender,
      messages.map(({ room, event }) => ({ room: filled(room), event, payload: { room, hidden: true } as never })),
    )
    await last
    return (what: string) => callers.filter((who) => received.get(who)?.includes(what))
  }
  const inRooms = await hearing(rooms.map(({ row }) => ({ room: row, event: 'queue:health' })))
  for (const { row, cells } of rooms)
    t.same(
      inRooms(`queue:health ${row}`),
      callers.filter((who) => cells[who] === 'yes'),
      `who hears what goes to ${row}`,
    )

  const audiences = {
    owner: 'user',
    people: 'user',
    session: 'session',
    feed: 'feed',
    activity: 'activity',
    administrators: 'administrators',
  }
  for (const [type, { live }] of Object.entries(reactions) as [string, Reaction][])
    if (live) t.match(roomOfEvent[live.event].split(':')[0], audiences[live.to], `receivers of ${type}`)
  const events = (Object.entries(roomOfEvent) as [LiveEvent, string][]).filter(
    ([event, room]) => room !== 'everyone' && event !== 'session:revoked' && event !== 'work:released',
  )
  const ofEvents = await hearing(events.map(([event, room]) => ({ room, event })))
  for (const [event, room] of events) {
    const { cells } = rooms.find(({ row }) => row === room)!
    t.same(
      ofEvents(`${event} ${room}`),
      callers.filter((who) => cells[who] === 'yes'),
      `who hears ${event}`,
    )
  }
  const closed = once(sockets.get('owner')!, 'disconnect')
  await sendLive(sender, [{ room: filled('session:{owner}'), event: 'session:revoked', payload: {} }])
  await closed
  t.same(
    [...sockets].filter(([, socket]) => !socket.connected).map(([who]) => who),
    ['owner'],
    'the end of a session',
  )
})

await t.test('W02 R03 a page of another origin cannot open a socket', async (t) => {
  const own = new URL(config.publicUrl).origin
  const port = new URL(own).port
  for (const origin of [
    'https://evil.example',
    own.replace('://', '://evil'),
    `${own}0`,
    `https://127.0.0.1:${port}`,
    `${own}.evil.example`,
    'null',
    'http://www.toile.example',
    'https://www.toile.example.evil.example',
    'https://live.toile.example',
    `http://evil.example:${config.port}`,
  ]) {
    const socket = open(t, {}, { origin })
    t.ok(await once(socket, 'connect_error'), origin)
  }
  for (const origin of [own, 'https://www.toile.example']) await once(open(t, {}, { origin }), 'connect')
  await once(open(t), 'connect')
  t.pass('our own pages and programs can')
})

await t.test('W03 an ended session closes its sockets within about a second, and opens none', async (t) => {
  const ann = await makeUser(test.db)
  const { token, sid } = await makeToken(test.db, ann)
  const socket = open(t, { token })
  await once(socket, 'connect')
  const revoked = once(socket, 'session:revoked')
  const closed = once(socket, 'disconnect')
  // No relay runs here to deliver the event, so the check each second must close the socket.
  await revokeSession(test.db, sid)
  await revoked
  await closed

  const again = open(t, { token })
  const [error] = (await once(again, 'connect_error')) as [Error]
  t.equal(error.message, 'Unauthenticated')
  const missed: string[] = []
  for (const gone of [socket, again]) gone.onAny((event: string) => missed.push(event))
  const bystander = open(t)
  await once(bystander, 'connect')
  t.ok((await subscribe(bystander, 'feed')).ok)
  const received = once(bystander, 'work:released')
  const sender = redis()
  await sendLive(sender, [
    { room: `user:${ann.id}`, event: 'resync', payload: {} },
    { room: 'feed', event: 'work:released', payload: { workId: newId(), at: '' } },
  ])
  await received
  t.same(missed, [], 'what was sent before is out by now, and not to them')
  sender.disconnect()
})

await t.test('W03 a ban closes a user’s sockets and opens none until its end', async (t) => {
  const ann = await makeUser(test.db)
  const { token } = await makeToken(test.db, ann)
  const socket = open(t, { token })
  await once(socket, 'connect')
  const revoked = once(socket, 'session:revoked')
  const closed = once(socket, 'disconnect')
  // Sets only the ban. A real ban would also end the session.
  const bannedUntil = (end: string) =>
    sql`update users set banned_at = now(), banned_until = now() + ${end}::interval where id = ${ann.id}`.execute(
      test.db,
    )
  await bannedUntil('1 day')
  await Promise.all([revoked, closed])
  const [error] = (await once(open(t, { token }), 'connect_error')) as [Error]
  t.equal(error.message, 'Unauthenticated')
  await bannedUntil('0 days')
  await once(open(t, { token }), 'connect')
})

await t.test('A04 changed rights close the socket but not the session', async (t) => {
  const adm = await makeUser(test.db, { group: 'admin' })
  const { token } = await makeToken(test.db, adm)
  const socket = open(t, { token })
  await once(socket, 'connect')
  const received: string[] = []
  socket.onAny((event: string) => received.push(event))
  const closed = once(socket, 'disconnect')
  await test.db.updateTable('users').set({ group: 'user' }).where('id', '=', adm.id).execute()
  t.match(await closed, ['io server disconnect'])
  t.same(received, [], 'no client is asked to sign in')
  await once(open(t, { token }), 'connect')
})

await t.test('W03 refuses a bad token, and takes a missing one as a visitor', async (t) => {
  for (const token of ['x', 'a.b.c', 42, { a: 1 }]) {
    const [error] = (await once(open(t, { token }), 'connect_error')) as [Error]
    t.equal(error.message, 'Unauthenticated')
  }
  await once(open(t, { token: null }), 'connect')
})

await t.test('O08 a limited token counts as none and gets no messages of its user', async (t) => {
  const nora = await makeUser(test.db)
  const socket = open(t, { token: (await makeToken(test.db, nora, 'bind_email')).token })
  await once(socket, 'connect')
  const received: string[] = []
  socket.onAny((event: string) => received.push(event))
  t.ok((await subscribe(socket, 'feed')).ok)
  const sender = redis()
  const at = new Date().toISOString()
  await sendLive(sender, [
    { room: `user:${nora.id}`, event: 'resync', payload: {} },
    { room: 'feed', event: 'work:released', payload: { workId: newId(), at } },
  ])
  await once(socket, 'work:released')
  t.same(received, ['work:released'])
  sender.disconnect()
})

await t.test('W06 an oversized message ends its own socket, not the process', async (t) => {
  const bystander = open(t)
  const flooder = open(t)
  await Promise.all([once(bystander, 'connect'), once(flooder, 'connect')])
  const gone = once(flooder, 'disconnect')
  flooder.emit('subscribe', { topic: 'x'.repeat(200_000) })
  await gone
  t.ok((await subscribe(bystander, 'feed')).ok)
})

/** A plain WebSocket, on which the test itself writes and reads the messages of socket.io's protocol. */
const openRaw = async (t: { teardown(end: () => void): unknown }): Promise<WebSocket> => {
  const raw = new WebSocket(`ws://127.0.0.1:${config.realtimePort}/socket.io/?EIO=4&transport=websocket`)
  t.teardown(() => raw.terminate())
  await new Promise((resolve, reject) => raw.once('open', resolve).once('error', reject))
  return raw
}

await t.test('W06 disconnects a client that reads nothing, without using up memory', async (t) => {
  const raw = await openRaw(t)
  const listening = new Promise<void>((resolve) =>
    raw.on('message', (data: Buffer) => {
      if (data.toString().startsWith('40')) raw.send('420["subscribe",{"topic":"feed"}]')
      if (data.toString().startsWith('430')) resolve()
    }),
  )
  raw.send('40')
  await listening
  raw.pause()
  const sender = redis()
  t.teardown(() => sender.disconnect())
  // 40 MB in all: more than the buffers at both ends of a connection hold.
  const message = {
    room: 'feed',
    event: 'work:released',
    payload: { workId: 'x'.repeat(20_000), at: new Date().toISOString() },
  } as const
  for (let round = 0; round < 10; round++) await sendLive(sender, Array(200).fill(message))
  const reader = open(t)
  await once(reader, 'connect')
  await subscribe(reader, 'feed')
  const received = once(reader, 'work:released')
  await sendLive(sender, [message])
  await received
  const gone = new Promise((resolve) => raw.once('close', resolve))
  raw.resume()
  await gone
  t.ok((await subscribe(reader, 'feed')).ok, 'who reads stays')
})

await t.test('W07 limits authentication attempts per connection', async (t) => {
  const raw = await openRaw(t)
  const gone = new Promise((resolve) => raw.once('close', resolve))
  for (let n = 0; n <= MAX_ATTEMPTS_PER_CONNECTION; n++) raw.send('40{"token":"x"}')
  await gone
  t.pass('then it is ended')
})

await t.test('W07 limits sockets per user and handshakes per address, without affecting others', async (t) => {
  const ann = await makeUser(test.db)
  const { token } = await makeToken(test.db, ann)
  const sockets = Array.from({ length: MAX_SOCKETS_PER_USER }, () => open(t, { token }))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const [error] = (await once(open(t, { token }), 'connect_error')) as [Error]
  t.equal(error.message, 'TooMany')
  await once(open(t), 'connect')
  const closed = once(sockets[0]!, 'disconnect')
  sockets[0]!.disconnect()
  await closed
  await until(async () => {
    const next = open(t, { token })
    const isIn = await new Promise<boolean>((resolve) => {
      next.once('connect', () => resolve(true))
      next.once('connect_error', () => resolve(false))
    })
    return isIn
  })

  // A handshake as a trusted proxy forwards it. Loopback addresses are always trusted.
  const handshake = (address: string) =>
    fetch(`http://127.0.0.1:${config.realtimePort}/socket.io/?EIO=4&transport=polling`, {
      headers: { 'x-forwarded-for': address },
    }).then(async (result) => {
      await result.arrayBuffer()
      return result.status
    })
  const countAllowed = async (address: string) => {
    const all = await Promise.all(Array.from({ length: MAX_HANDSHAKES_PER_MINUTE + 20 }, () => handshake(address)))
    return all.filter((status) => status === 200).length
  }
  let count = await countAllowed('203.0.113.7')
  // If the limit's minute ended during the first try, the second try fits into the next minute.
  if (count > MAX_HANDSHAKES_PER_MINUTE) count = await countAllowed('203.0.113.9')
  t.equal(count, MAX_HANDSHAKES_PER_MINUTE)
  t.equal(await handshake('203.0.113.8'), 200, 'another address is let in')
  t.equal(await handshake('10.1.2.3'), 200, 'and what may be a proxy without a name is not counted')
})
