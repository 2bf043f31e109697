import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { Redis } from 'ioredis'
import t from '@toile/testing/tap'
import { WebSocket } from 'ws'
import { newId } from '@toile/contracts/ids'
import { residentBytes } from '../bench/resident.js'
import { startTestSystem, type TestSystem } from '../test/test-system.js'

// What realtime allows holds at the API's address too, through which everybody comes where no ingress stands in front.

let system: TestSystem
t.before(async () => {
  system = await startTestSystem(['api', 'realtime'], { TRUST_PROXY: '127.0.0.1' })
})
t.teardown(() => system.close())

/** A WebSocket once it is open, or the status with which it was refused. */
function knock(headers: Record<string, string>): Promise<WebSocket | number> {
  const address = `${system.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { headers })
  t.teardown(() => socket.terminate())
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode!))
    socket.once('error', reject)
  })
}

await t.test('W02 a page of another site gets no socket, our own does', async (t) => {
  t.equal(await knock({ origin: 'https://evil.example' }), 400)
  t.type(await knock({ origin: system.url }), WebSocket)
})

await t.test('W06 a message far too large ends its socket without filling the API', async (t) => {
  const socket = (await knock({})) as WebSocket
  const code = new Promise((resolve) => socket.once('close', resolve))
  socket.send(Buffer.alloc(1_000_000))
  t.equal(await code, 1009, 'message too big')
  t.type(await knock({}), WebSocket, 'others are served')
})

await t.test('W07 one address makes so many WebSockets a minute, whatever it says of itself', async (t) => {
  const poll = () =>
    fetch(`${system.url}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  const polled = await Promise.all(Array.from({ length: 295 }, async () => (await poll()).status))
  t.ok(polled.every((status) => status === 200))
  const knocks = await Promise.all(
    Array.from({ length: 10 }, (_, n) => knock({ 'x-forwarded-for': `198.51.100.${n}, 203.0.113.7` })),
  )
  t.equal(knocks.filter((got) => got instanceof WebSocket).length, 5)
  t.equal(knocks.filter((got) => got === 400).length, 5)
})

const BEACONS = 10_000

await t.test('N02 ten thousand page views keep nobody waiting and fill nothing', async (t) => {
  const [, pid] = /"pid":(\d+),.*api is ready/.exec(system.logs())!
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  t.teardown(() => agent.destroy())
  const beacon = (n: number) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': 'text/plain', 'x-forwarded-for': `203.0.113.${n % 250}` }
      request(`${system.url}/analytics/page-views`, { method: 'POST', headers, agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode!))
      })
        .once('error', reject)
        .end(JSON.stringify({ id: newId(), path: '/learning', seconds: 3 }))
    })
  const look = async () => {
    const began = performance.now()
    t.equal((await fetch(system.url, { headers: { accept: 'text/html' } })).status, 200)
    return performance.now() - began
  }
  const redis = new Redis(system.redisUrl)
  t.teardown(() => redis.disconnect())
  const asked = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))![1])
  const before = residentBytes(Number(pid))
  const askedBefore = await asked()
  const began = performance.now()
  let left = BEACONS
  const flood = Array.from({ length: 40 }, async () => {
    while (left > 0) if ((await beacon(left--)) !== 202) throw new Error('A page view was refused')
  })
  const looks: number[] = []
  while (left > 0) looks.push(await look())
  await Promise.all(flood)
  const grown = (residentBytes(Number(pid)) - before) / 1_048_576
  looks.sort((a, b) => a - b)
  t.comment(`${looks.length} looks: median ${looks[looks.length >> 1]!.toFixed(0)} ms, +${grown.toFixed(0)} MB`)
  const late = looks[Math.floor(looks.length * 0.9)]!
  t.ok(late < 1_000, `nine of ten looks took less than ${late.toFixed(0)} ms`)
  const seconds = (performance.now() - began) / 1_000
  // Five hundred a second at most are kept, and the processes ask for work; a question for each would be ten thousand more.
  const questions = (await asked()) - askedBefore
  t.ok(questions < 1_000 * (seconds + 1), `Redis was asked ${questions} times in ${seconds.toFixed(1)} s`)
  t.ok(grown < 100, `its memory grew by ${grown.toFixed(0)} MB`)
})

await t.test('X19 what callers say of themselves makes no line of the log', async (t) => {
  const { hostname, port } = new URL(system.url)
  for (const agent of ['\u001b[2K\u001b[31mroot', 'a\r\n {"level":30,"msg":"forged"}', 'a\n{"msg":"forged"}']) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `GET /%0a%7B"msg":"forged"%7D HTTP/1.1\r\nhost: a\r\nconnection: close\r\nuser-agent: ${agent}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.resume().once('close', resolve))
  }
  const lines = system.logs().trimEnd().split('\n')
  for (const line of lines) t.match(JSON.parse(line), { level: Number, name: String, pid: Number })
  t.notMatch(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    [/forged/],
  )
})
