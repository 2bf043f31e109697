import { connect as connectTcp } from 'node:net'
import fc from 'fast-check'
import { io as connect, type Socket } from 'socket.io-client'
import t from '@toile/testing/tap'
import { createRedisDatabase } from '@toile/testing/redis'
import { WebSocket } from 'ws'
import { createRunning, type Running } from '@toile/runtime/process'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { damaged } from '@toile/testing/damage'
import { fuzz } from '@toile/testing/fuzz'
import { testConfig } from '@toile/testing/processes'
import { corpus } from './fuzz-corpus.test-support.js'
import { startRealtime } from './realtime.js'

const PATIENCE_MS = 10_000
const MAX_GROWN_BYTES = 150 * 2 ** 20

// Even after a session's end, engine.io waits half a minute for the last poll. unref() lets the test end before that.
const POLL_MS = 30_000
const { setTimeout: realSetTimeout } = globalThis
const withoutWaiting = (run: () => void, ms?: number) =>
  ms === POLL_MS ? realSetTimeout(run, ms).unref() : realSetTimeout(run, ms)
globalThis.setTimeout = Object.assign(withoutWaiting, realSetTimeout) as typeof setTimeout
t.teardown(() => (globalThis.setTimeout = realSetTimeout))

let test: TestDatabase
let running: Running
let port: number
let bystander: Socket
t.before(async () => {
  test = await createTestDatabase()
  const config = await testConfig({ databaseUrl: test.url, redisUrl: await createRedisDatabase() })
  port = config.realtimePort
  running = createRunning('realtime-fuzz', config)
  await startRealtime(running)
  bystander = connect(`http://127.0.0.1:${port}`, { transports: ['websocket'] })
  await new Promise((resolve) => bystander.once('connect', () => resolve(undefined)))
})
t.teardown(async () => {
  bystander.disconnect()
  await running.shutdown()
  await test.drop()
})

interface Sent {
  /** Messages over a WebSocket, raw frames, or bodies of a polling client. */
  by: 'messages' | 'bytes' | 'polling'
  parts: Buffer[]
  isBinary: boolean
}
let sent = 0

const address = (transport: string) => `127.0.0.1:${port}/socket.io/?EIO=4&transport=${transport}`

/** Ways to send an input. Each connects, sends, and returns when the client or the server has ended the session. */
const ways: Record<Sent['by'], (input: Sent) => Promise<void>> = {
  async messages({ parts, isBinary }) {
    const raw = new WebSocket(`ws://${address('websocket')}`)
    raw.on('error', () => {})
    await new Promise((resolve) => raw.once('open', resolve))
    const gone = new Promise((resolve) => raw.once('close', resolve))
    raw.send('40')
    for (const part of parts) if (raw.readyState === WebSocket.OPEN) raw.send(part, { binary: isBinary })
    raw.close()
    await gone
  },
  bytes: ({ parts }) =>
    new Promise((resolve, reject) => {
      const [host, path] = [`127.0.0.1:${port}`, address('websocket').replace(/^[^/]*/, '')]
      const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n'
      const socket = connectTcp(port, '127.0.0.1')
      socket.setTimeout(PATIENCE_MS, () => reject(new Error('the connection was left open')))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${key}\r\n`)
      socket.once('data', () => socket.end(Buffer.concat(parts)))
    }),
  async polling({ parts }) {
    const hello = await (await fetch(`http://${address('polling')}`)).text()
    const { sid } = JSON.parse(hello.slice(1)) as { sid: string }
    for (const part of [Buffer.from('40'), ...parts, Buffer.from('1')]) {
      const response = await fetch(`http://${address('polling')}&sid=${sid}`, {
        method: 'POST',
        body: new Uint8Array(part),
      })
      await response.arrayBuffer()
      if (response.status >= 500) throw new Error(`answered ${response.status}`)
    }
  },
}

async function handle(input: Sent): Promise<void> {
  await ways[input.by](input)
  sent += input.parts.length
  await bystander.timeout(PATIENCE_MS).emitWithAck('subscribe', { topic: 'feed' })
}

/** A client's text frame with a zero mask. */
function frameOf(message: Buffer): Buffer {
  const length = Buffer.alloc(message.length < 126 ? 1 : 3)
  if (length.length === 1) length[0] = 0x80 | message.length
  else {
    length[0] = 0xfe
    length.writeUInt16BE(message.length, 1)
  }
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), message])
}

const messages = Object.values(corpus).map((text) => Buffer.from(text))
const bytes = [
  ...messages.map(frameOf),
  // A ping, a close, a fragment, and the end of a fragment that never began.
  ...['8980', '8880', '0180', '8080'].map((head) => Buffer.from(`${head}00000000`, 'hex')),
]
const bodies = [
  ...messages,
  Buffer.concat(messages.flatMap((message) => [message, Buffer.from('\x1e')])),
  Buffer.from('bAAAA'),
]
const partsOf = (files: Buffer[]) =>
  fc.array(fc.oneof(fc.constantFrom(...files), { weight: 4, arbitrary: damaged(files) }), {
    minLength: 1,
    maxLength: 40,
  })
const made: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({ by: fc.constant('messages' as const), parts: partsOf(messages), isBinary: fc.boolean() }),
  fc.record({ by: fc.constant('bytes' as const), parts: partsOf(bytes), isBinary: fc.constant(false) }),
  fc.record({ by: fc.constant('polling' as const), parts: partsOf(bodies), isBinary: fc.constant(false) }),
)

await t.test('W06 malformed frames end their own socket, not the process', async (t) => {
  const before = process.memoryUsage().rss
  const kept = Object.entries(corpus).flatMap(([name, text]) =>
    (['messages', 'bytes', 'polling'] as const).map((by): [string, Sent] => {
      const message = Buffer.from(text)
      return [`${name}, by ${by}`, { by, parts: [by === 'bytes' ? frameOf(message) : message], isBinary: false }]
    }),
  )
  await fuzz(t, { kept: Object.fromEntries(kept), made, handle, runs: 150 })
  t.comment(`fuzz: ${sent} frames`)
  const grown = process.memoryUsage().rss - before
  t.ok(grown < MAX_GROWN_BYTES, `${Math.round(grown / 2 ** 20)} MB more memory`)
})
