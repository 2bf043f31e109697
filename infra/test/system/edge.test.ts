import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import t from '@toile/testing/tap'
import { WebSocket } from 'ws'
import { newId } from '@toile/contracts/ids'
import { until } from '@toile/testing/until'
import { residentBytes } from '../../bench/measure/resident.js'
import { monitorRedis } from '../redis-monitor.js'
import { sharedSystem, type SharedSystem } from '../shared-system.js'

// Realtime's limits must also hold at the API's address, where clients connect when there is no ingress.

let system: SharedSystem
t.before(async () => {
  system = await sharedSystem()
})

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

await t.test('W02 refuses sockets to pages of other sites, and accepts our own', async (t) => {
  t.equal(await knock({ origin: 'https://evil.example' }), 400)
  t.type(await knock({ origin: system.url }), WebSocket)
})

await t.test('W06 closes the socket of an oversized message without buffering it in the API', async (t) => {
  const socket = (await knock({})) as WebSocket
  const code = new Promise((resolve) => socket.once('close', resolve))
  socket.send(Buffer.alloc(1_000_000))
  t.equal(await code, 1009, 'message too big')
  t.type(await knock({}), WebSocket, 'others are served')
})

await t.test('W07 limits WebSockets per address and minute, whatever headers say', async (t) => {
  const poll = () =>
    fetch(`${system.url}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  let entered = 0
  const isShut = async () => {
    while ((await poll()).ok) entered++
    const knocks = Array.from({ length: 10 }, (_, n) => knock({ 'x-forwarded-for': `198.51.100.${n}, 203.0.113.7` }))
    const got = (await Promise.all(knocks)).filter((one) => one !== 400).length
    entered += got
    return got === 0
  }
  // The limit counts per minute. It starts anew if a minute ends during an attempt, so attempts are repeated.
  await until(isShut)
  t.ok(entered >= 300 && entered <= 600, `${entered} got in`)
  t.type(await knock({ 'x-forwarded-for': '203.0.113.8' }), WebSocket, 'its neighbour does')
})

const BEACONS = 3_000
const AT_ONCE = 40
/** How often all workers together ask Redis for work on a fast machine. */
const POLLS_PER_SECOND = 150

await t.test('N02 answers others in time, with little memory, during three thousand page views', async (t) => {
  const pid = system.pidOf('api')
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
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
  let taken = 0
  const look = async () => {
    const before = taken
    const home = await fetch(system.url, { headers: { accept: 'text/html' } })
    t.match([home.status, home.headers.get('content-type')], [200, /^text\/html/])
    await home.arrayBuffer()
    return taken - before
  }
  /** Number of commands per connection, and the connection over which the API forwards page views. */
  const asked = new Map<string, number>()
  let ofTheApi = ''
  const stop = await monitorRedis(system.redisUrl, ({ by, command, words }) => {
    asked.set(by, (asked.get(by) ?? 0) + 1)
    if (command === 'eval' && words.includes('toile:page-views')) ofTheApi = by
  })
  t.teardown(stop)
  const before = residentBytes(pid)
  const startedAt = performance.now()
  let left = BEACONS
  const flood = Array.from({ length: AT_ONCE }, async () => {
    for (; left > 0; taken++) if ((await beacon(left--)) !== 202) throw new Error('A page view was refused')
  })
  const looks: number[] = []
  while (left > 0) looks.push(await look())
  await Promise.all(flood)
  const seconds = (performance.now() - startedAt) / 1_000
  const grown = (residentBytes(pid) - before) / 1_048_576
  looks.sort((a, b) => a - b)
  const late = looks[Math.floor(looks.length * 0.9)]!
  // In a fair queue, a call waits only for the page views before it, at most AT_ONCE. The limit is ten times as high.
  t.ok(
    late < 10 * AT_ONCE,
    `nine of ten of ${looks.length} others were answered before ${late} page views more were taken`,
  )
  // The API forwards all page views of a second with one command, so it sends far fewer commands than page views.
  await until(() => ofTheApi !== '')
  const questions = asked.get(ofTheApi)!
  t.ok(questions < BEACONS / 2, `the API asked Redis ${questions} times`)
  // Commands inside scripts do not count. The limit leaves room for the workers' polling.
  asked.delete('lua')
  const ofAll = [...asked.values()].reduce((sum, count) => sum + count, 0)
  t.ok(ofAll < BEACONS / 2 + POLLS_PER_SECOND * seconds, `all processes together asked Redis ${ofAll} times`)
  t.ok(grown < 100, `its memory grew by ${grown.toFixed(0)} MB`)
})

await t.test('X19 lets callers’ headers forge no log lines', async (t) => {
  const { hostname, port } = new URL(system.url)
  for (const agent of ['\u001b[2K\u001b[31mroot', 'a\r\n {"level":30,"msg":"forged"}', 'a\n{"msg":"forged"}']) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `GET /%0a%7B"msg":"forged"%7D HTTP/1.1\r\nhost: a\r\nconnection: close\r\nuser-agent: ${agent}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.resume().once('close', resolve))
  }
  const lines = ['api', 'realtime'].flatMap((name) => system.logs(name).trimEnd().split('\n'))
  for (const line of lines) t.match(JSON.parse(line), { level: Number, name: String, pid: Number })
  t.notMatch(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    [/forged/],
  )
})
