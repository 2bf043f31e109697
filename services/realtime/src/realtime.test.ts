import { io as connect, type Socket } from 'socket.io-client'
import t from 'tap'
import { WebSocket } from 'ws'
import { connectRedis } from '@toile/bus/redis'
import { sendLive } from '@toile/bus/live-stream'
import { newId } from '@toile/contracts/ids'
import type { Acknowledgement, LiveMessages } from '@toile/contracts/live'
import { inTransaction } from '@toile/db/client'
import { insertWork } from '@toile/db/queries/works'
import { revokeSession } from '@toile/db/queries/sessions'
import type { Config } from '@toile/runtime/config'
import { createRunning, type Running } from '@toile/runtime/process'
import { createTestDatabase, testServer, type TestDatabase } from '@toile/testing/database'
import { makeToken, makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { until } from '@toile/testing/until'
import { maxHandshakesPerMinute, maxSocketsPerUser } from './door.js'
import { startRealtime } from './realtime.js'

let test: TestDatabase
let config: Config
let running: Running
t.before(async () => {
  test = await createTestDatabase()
  const hosts = { 'https://www.toile.example': { socket: 'https://live.toile.example' } }
  config = await testConfig({
    databaseUrl: test.url,
    redisUrl: testServer('TEST_REDIS_URL'),
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
/** The next message of an event, as a list of its arguments. */
const once = (socket: Socket, event: string): Promise<unknown[]> =>
  new Promise((resolve) => socket.once(event, (...args: unknown[]) => resolve(args)))
const redis = () => connectRedis(config.redisUrl, running.log)

/** What clients send: of engine.io and socket.io, with the shapes that have ended servers. */
const frames = [
  '40',
  '40{"token":"x"}',
  '41',
  '42["subscribe",{"topic":"feed"}]',
  '421["unsubscribe",{"topic":"feed"}]',
  '42["error"]',
  '42["__proto__",{"constructor":1}]',
  '42["connection"]',
  '42["disconnect"]',
  '4511-["subscribe",{"_placeholder":true,"num":0}]',
  '451-["subscribe",{"_placeholder":true,"num":-1}]',
  '4599999999999-["a"]',
  '43999["ack"]',
  '2probe',
  '5',
  '6',
  '1',
]

/** The frame with some of its characters changed, left out or doubled. */
function mutated(frame: string, random: () => number): string {
  const characters = [...frame]
  for (let n = Math.floor(random() * 4); n > 0; n--) {
    const at = Math.floor(random() * characters.length)
    const kind = random()
    if (kind < 0.4) characters[at] = String.fromCodePoint(32 + Math.floor(random() * 600))
    else if (kind < 0.7) characters.splice(at, 1)
    else characters.splice(at, 0, ...characters.slice(0, Math.floor(random() * 20)))
  }
  return characters.join('')
}

/** Numbers from 0 to 1 that are the same in every run: a linear congruential generator (Numerical Recipes). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
}

await t.test('a signed-in socket hears of its own things, in its own language', async (t) => {
  const ann = await makeUser(test.db)
  const { token } = await makeToken(test.db, ann)
  const english = open(t, { token, language: 'en' })
  const chinese = open(t, { token, language: 'zh-CN' })
  await Promise.all([once(english, 'connect'), once(chinese, 'connect')])
  const heard = Promise.all([once(english, 'upload:stage'), once(chinese, 'upload:stage')])
  const payload: LiveMessages['upload:stage'] = {
    uploadId: newId(),
    stage: 'failed',
    progress: 0,
    version: 3,
    at: new Date().toISOString(),
    failure: { code: 'NOT_A_MODEL', params: {}, message: '' },
  }
  const sender = redis()
  await sendLive(sender, [{ room: `user:${ann.id}`, event: 'upload:stage', payload }])
  const [[inEnglish], [inChinese]] = (await heard) as [[typeof payload], [typeof payload]]
  t.match(inEnglish.failure?.message, /not a 3D file/)
  t.match(inChinese.failure?.message, /3D 文件/)
  sender.disconnect()
})

await t.test('Q01 only administrators follow queues and hear of alerts', async (t) => {
  const [ann, adm] = [await makeUser(test.db), await makeUser(test.db, { group: 'admin' })]
  const visitor = open(t)
  const anns = open(t, { token: (await makeToken(test.db, ann)).token })
  const adms = open(t, { token: (await makeToken(test.db, adm)).token })
  await Promise.all([visitor, anns, adms].map((socket) => once(socket, 'connect')))
  const heard: string[] = []
  for (const socket of [visitor, anns]) socket.onAny((event: string) => heard.push(event))
  for (const topic of ['queues', 'administrators', 'admin:queues'])
    for (const socket of [visitor, anns])
      t.same(await subscribe(socket, topic), { ok: false, code: 'NOT_FOUND' }, topic)
  t.same(await subscribe(adms, 'queues'), { ok: true })
  const news = Promise.all([once(adms, 'queue:health'), once(adms, 'alert:changed')])
  const sender = redis()
  await sendLive(sender, [
    { room: 'queues', event: 'queue:health', payload: { name: 'uploads' } as LiveMessages['queue:health'] },
    { room: 'administrators', event: 'alert:changed', payload: { kind: 'disk' } as LiveMessages['alert:changed'] },
    { room: 'feed', event: 'work:released', payload: { workId: newId(), at: '' } },
  ])
  t.match(await news, [[{ name: 'uploads' }], [{ kind: 'disk' }]])
  // What they are let to hear comes after it, so that nothing is still on its way.
  for (const socket of [visitor, anns]) t.same(await subscribe(socket, 'feed'), { ok: true })
  t.same(heard, [])
  sender.disconnect()
})

await t.test('W01 no request lets a socket into a room that is not for it', async (t) => {
  const ann = await makeUser(test.db)
  const bob = await makeUser(test.db)
  const secretWork = newId()
  await inTransaction(test.db, (trx) => insertWork(trx, { id: secretWork, ownerId: ann.id, visibility: 'private' }))
  const bobs = open(t, { token: (await makeToken(test.db, bob)).token })
  await once(bobs, 'connect')
  const heard: string[] = []
  bobs.onAny((event: string) => heard.push(event))

  const topics = [
    `user:${ann.id}`,
    `session:${newId()}`,
    `work:${secretWork}`,
    `work:${newId()}`,
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

  const sender = redis()
  const at = new Date().toISOString()
  await sendLive(sender, [
    {
      room: `user:${ann.id}`,
      event: 'upload:stage',
      payload: { uploadId: newId(), stage: 'finished', progress: 0, version: 2, at },
    },
    { room: `work:${secretWork}`, event: 'work:released', payload: { workId: secretWork, at } },
    { room: 'feed', event: 'work:released', payload: { workId: newId(), at } },
  ])
  await once(bobs, 'work:released')
  t.same(heard, ['work:released'], 'the stream is in order: only the last one was for him')
  const anns = open(t, { token: (await makeToken(test.db, ann)).token })
  await once(anns, 'connect')
  t.ok((await subscribe(anns, `work:${secretWork}`)).ok, 'its owner may')
  sender.disconnect()
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

await t.test('W03 a session that ends closes its sockets within a second or so, and lets none in again', async (t) => {
  const ann = await makeUser(test.db)
  const { token, sid } = await makeToken(test.db, ann)
  const socket = open(t, { token })
  await once(socket, 'connect')
  const revoked = once(socket, 'session:revoked')
  const closed = once(socket, 'disconnect')
  const startedAt = Date.now()
  // No relay runs here: the event is lost, and the check each second alone must do it.
  await revokeSession(test.db, sid)
  await revoked
  await closed
  t.ok(Date.now() - startedAt < 3_000)

  const again = open(t, { token })
  const [error] = (await once(again, 'connect_error')) as [Error]
  t.equal(error.message, 'Unauthenticated')
  const missed: string[] = []
  again.onAny((event: string) => missed.push(event))
  const sender = redis()
  await sendLive(sender, [{ room: `user:${ann.id}`, event: 'resync', payload: {} }])
  t.same(missed, [])
  sender.disconnect()
})

await t.test('A04 other rights close the socket, and leave the session', async (t) => {
  const adm = await makeUser(test.db, { group: 'admin' })
  const { token } = await makeToken(test.db, adm)
  const socket = open(t, { token })
  await once(socket, 'connect')
  const heard: string[] = []
  socket.onAny((event: string) => heard.push(event))
  const closed = once(socket, 'disconnect')
  await test.db.updateTable('users').set({ group: 'user' }).where('id', '=', adm.id).execute()
  t.match(await closed, ['io server disconnect'])
  t.same(heard, [], 'nobody is told to sign in')
  await once(open(t, { token }), 'connect')
})

await t.test('W03 a bad token is refused, none at all is a visitor', async (t) => {
  for (const token of ['x', 'a.b.c', 42, { a: 1 }]) {
    const [error] = (await once(open(t, { token }), 'connect_error')) as [Error]
    t.equal(error.message, 'Unauthenticated')
  }
  await once(open(t, { token: null }), 'connect')
})

await t.test('O08 the limited token of a half-made account counts as none: it hears nothing of its own', async (t) => {
  const nora = await makeUser(test.db)
  const socket = open(t, { token: (await makeToken(test.db, nora, 'bind_email')).token })
  await once(socket, 'connect')
  const heard: string[] = []
  socket.onAny((event: string) => heard.push(event))
  t.ok((await subscribe(socket, 'feed')).ok)
  const sender = redis()
  const at = new Date().toISOString()
  await sendLive(sender, [
    { room: `user:${nora.id}`, event: 'resync', payload: {} },
    { room: 'feed', event: 'work:released', payload: { workId: newId(), at } },
  ])
  await once(socket, 'work:released')
  t.same(heard, ['work:released'])
  sender.disconnect()
})

await t.test('W06 a message far too large ends its own socket, not the process', async (t) => {
  const bystander = open(t)
  const flooder = open(t)
  await Promise.all([once(bystander, 'connect'), once(flooder, 'connect')])
  const gone = once(flooder, 'disconnect')
  flooder.emit('subscribe', { topic: 'x'.repeat(200_000) })
  await gone
  t.ok((await subscribe(bystander, 'feed')).ok)
})

await t.test('W06 thousands of frames that no client sends end their own sockets, not the process', async (t) => {
  const bystander = open(t)
  await once(bystander, 'connect')
  const random = seededRandom(6)
  const before = process.memoryUsage().rss
  let sent = 0
  while (sent < 5_000) {
    const raw = new WebSocket(`ws://127.0.0.1:${config.realtimePort}/socket.io/?EIO=4&transport=websocket`)
    raw.on('error', () => {})
    await new Promise((resolve) => raw.once('open', resolve))
    const gone = new Promise((resolve) => raw.once('close', resolve))
    raw.send('40')
    for (let n = 0; n < 50 && raw.readyState === WebSocket.OPEN; n++, sent++)
      raw.send(mutated(frames[Math.floor(random() * frames.length)]!, random), { binary: random() < 0.1 })
    raw.close()
    await gone
  }
  t.ok((await subscribe(bystander, 'feed')).ok, 'others are served')
  await once(open(t), 'connect')
  const grown = (process.memoryUsage().rss - before) / 2 ** 20
  t.ok(grown < 150, `${grown.toFixed(0)} MB more memory`)
})

await t.test(
  'W07 one person has so many sockets, one address so many tries, and nobody else pays for it',
  async (t) => {
    const ann = await makeUser(test.db)
    const { token } = await makeToken(test.db, ann)
    const sockets = Array.from({ length: maxSocketsPerUser }, () => open(t, { token }))
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

    // As a proxy that is named in TRUST_PROXY tells them.
    const knock = (address: string) =>
      fetch(`http://127.0.0.1:${config.realtimePort}/socket.io/?EIO=4&transport=polling`, {
        headers: { 'x-forwarded-for': address },
      }).then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
    const statuses = await Promise.all(Array.from({ length: maxHandshakesPerMinute + 20 }, () => knock('203.0.113.7')))
    t.equal(statuses.filter((status) => status === 200).length, maxHandshakesPerMinute)
    t.equal(await knock('203.0.113.8'), 200, 'another address is let in')
    t.equal(await knock('10.1.2.3'), 200, 'and what may be a proxy without a name is not counted')
  },
)
