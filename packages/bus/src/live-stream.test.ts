import { Redis } from 'ioredis'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { readLive, sendLive, type LiveMessage } from './live-stream.js'
import { PREFIX } from './redis.js'

let server: TestRedis
t.before(async () => {
  server = await startTestRedis()
})
t.teardown(() => server.stop())

const message = (): LiveMessage<'work:released'> => ({
  room: 'feed',
  event: 'work:released',
  payload: { workId: newId(), at: new Date().toISOString() },
})
const connect = (t: { teardown(end: () => void): unknown }) => {
  const redis = new Redis(server.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  redis.on('error', () => {})
  t.teardown(() => redis.disconnect())
  return redis
}
const same = (a: LiveMessage, b: LiveMessage) => JSON.stringify(a) === JSON.stringify(b)

await t.test('every copy reads every message, in order', async (t) => {
  const writer = connect(t)
  const copies = [0, 1].map(() => {
    const got: LiveMessage[] = []
    const reader = readLive(connect(t), { deliver: (one) => got.push(one), gap: () => {} })
    return { got, reader }
  })
  // Readers get only messages sent after they have started, so send messages until both have got one.
  await until(() => {
    void sendLive(writer, [message()])
    return copies.every(({ got }) => got.length > 0)
  })
  const sent = Array.from({ length: 50 }, message)
  await sendLive(writer, sent)
  await until(() => copies.every(({ got }) => got.some((one) => same(one, sent.at(-1)!))))
  for (const { got, reader } of copies) {
    t.same(
      got.filter((one) => sent.some((other) => same(one, other))),
      sent,
    )
    await reader.close()
  }
})

await t.test('W04 a killed or flushed Redis makes every client fetch again', async (t) => {
  const writer = connect(t)
  let gaps = 0
  const got: LiveMessage[] = []
  const reader = readLive(connect(t), { deliver: (one) => got.push(one), gap: () => gaps++ })
  await until(() => {
    void sendLive(writer, [message()])
    return got.length > 0
  })

  process.kill(server.pid, 'SIGKILL')
  await server.restart()
  await until(() => gaps >= 1)
  t.pass('after a kill')

  await writer.flushall()
  const before = gaps
  await sendLive(writer, [message()])
  await until(() => gaps > before)
  t.pass('after a flush')

  got.length = 0
  const last = message()
  await until(() => {
    void sendLive(writer, [last])
    return got.some((one) => same(one, last))
  })
  t.pass('and messages go on arriving')
  await reader.close()
})

await t.test('W04 only entries trimmed before they were read make every client fetch again', async (t) => {
  const writer = connect(t)
  let gaps = 0
  const got: LiveMessage[] = []
  const reader = readLive(connect(t), { deliver: (one) => got.push(one), gap: () => gaps++ })
  await until(() => {
    void sendLive(writer, [message()])
    return got.length > 0
  })
  const [kept, lost, last] = [message(), message(), message()]
  await sendLive(writer, [kept])
  await until(() => got.some((one) => same(one, kept)))
  t.equal(gaps, 0, 'all was read')

  const key = `${PREFIX}:live`
  const asText = (one: LiveMessage) => JSON.stringify(one)
  await writer
    .multi()
    .xadd(key, '*', 'm', asText(lost))
    .xadd(key, '*', 'm', asText(last))
    .xtrim(key, 'MAXLEN', 1)
    .exec()
  await until(() => got.some((one) => same(one, last)))
  t.notOk(got.some((one) => same(one, lost)))
  t.equal(gaps, 1)
  await reader.close()
})
