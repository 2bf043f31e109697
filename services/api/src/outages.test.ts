import { once } from 'node:events'
import { createServer } from 'node:net'
import t from '@toile/testing/tap'
import { rateLimits } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { announce, append, caller, startTestApi, type TestApi } from './test-api.js'

let redis: TestRedis
let api: TestApi
t.before(async () => {
  redis = await startTestRedis()
  api = await startTestApi({ redisUrl: redis.url, limits: { ...rateLimits(1), redisTimeoutMs: 300 } })
})
t.teardown(async () => {
  await api.close()
  await redis.stop()
})

await t.test('Q08 while Redis is frozen users keep working, and sign-in stays limited', async (t) => {
  const ann = await api.person()
  process.kill(redis.pid, 'SIGSTOP')
  t.teardown(() => process.kill(redis.pid, 'SIGCONT'))

  for (let i = 0; i < 20; i++) {
    t.equal((await ann.call('POST', '/works', { body: { title: `Work ${i}` } })).status, 201)
    t.equal((await ann.call('GET', '/me/works')).status, 200)
  }
  const path = (await announce(ann, 4)).headers.get('location')!
  t.equal((await append(api.url, ann.token, path, 0, Buffer.from('glTF'))).status, 204, 'uploads too')

  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await caller(api.url)('POST', '/auth/login', { body: { login: 'guessed', password: 'x' } })).status)
  t.equal(statuses.at(-1), 429, 'the limit holds in memory')

  const events = await api.db.selectFrom('events').select('type').where('published_at', 'is', null).execute()
  t.ok(
    events.some((event) => event.type === 'upload.received'),
    'what follows waits in Postgres',
  )
})

await t.test('Q11 at shutdown the API finishes running calls', async (t) => {
  const leaving = await startTestApi()
  const ann = await leaving.person()
  const path = (await announce(ann, 8)).headers.get('location')!
  let send: (bytes: Uint8Array) => void = () => {}
  let end: () => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (bytes) => controller.enqueue(bytes)
      end = () => controller.close()
    },
  })
  const begun = append(leaving.url, ann.token, path, 0, body)
  send(Buffer.from('1234'))
  const { app } = leaving
  while ((await leaving.db.selectFrom('upload_locks').select('token').execute()).length === 0)
    await new Promise(setImmediate)
  const closed = app.close()
  send(Buffer.from('5678'))
  end()
  t.equal((await begun).status, 204)
  await closed
  const probe = createServer()
  probe.listen(leaving.config.port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
  t.pass('and its port is free')
  await leaving.close()
})
