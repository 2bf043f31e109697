import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { measureLoad } from '../measure/load.js'

// Makes the attacks of attacks.ts. Each caller has its own loopback address, except for `fromOne` and `connections`.

export interface ToAttacker {
  port: number
  /** `connections` opens connections and sends nothing. */
  what: keyof typeof calls | 'connections'
  clients: number
  seconds: number
  /** Milliseconds between a caller's calls. By default, the next call starts when the last one is answered. */
  everyMs?: number
  fromOne?: true
  /** Path of the upload for `patches`. `token` belongs to the owner of this upload. */
  upload: string
  token: string
}
/**
 * The first message is 'begun'. The second one has the number of calls by status (0 means a broken connection) or, for
 * `connections`, the number of `open` connections.
 */
export type FromAttacker = 'begun' | Record<string, number>

interface Call {
  method: string
  path: string
  headers?: OutgoingHttpHeaders
  body?: Buffer
}

const BODY_BYTES = 1_000_000
const listPaths = ['/works', '/works?sort=popular', '/users', '/market/items', '/categories']
const AT_ONCE = 100

const repeated = (one: (index: number) => string) =>
  Array.from({ length: BODY_BYTES / one(0).length - 2 }, (_, index) => one(index)).join('')
const posted = (path: string, text: string): Call => {
  const body = Buffer.from(text)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  return { method: 'POST', path, headers, body }
}
const keys = posted('/studio/lease', `{${repeated((i) => `"k${String(i).padStart(6, '0')}":1,`)}"k":1}`)
const nesting = posted('/studio/lease', '['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2))
const array = posted('/studio/lease', `[${repeated(() => '1,')}1]`)
const string = posted('/studio/lease', `{"deviceToken":"${'x'.repeat(BODY_BYTES - 20)}"}`)

const calls = {
  visits: () => ({ method: 'GET', path: '/works' }),
  keys: () => keys,
  nesting: () => nesting,
  array: () => array,
  string: () => string,
  description: () => ({ method: 'GET', path: '/openapi.json' }),
  lists: (index) => ({ method: 'GET', path: listPaths[index % listPaths.length]! }),
  passwords: () =>
    posted('/auth/login', JSON.stringify({ login: randomBytes(8).toString('hex'), password: 'a wrong password' })),
  // The header announces a body that is never sent.
  patches: (_, { upload, token }) => ({
    method: 'PATCH',
    path: upload,
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': 0,
      'content-length': BODY_BYTES,
    },
  }),
} satisfies Record<string, (index: number, message: ToAttacker) => Call>

/** Number of callOn() runs so far. 256 successive runs use different loopback addresses, none of which load.ts uses. */
let sets = 0

process.on('message', (message: ToAttacker) => void attack(message))

async function attack(message: ToAttacker): Promise<void> {
  const counts = message.what === 'connections' ? await hold(message) : await callOn(message, calls[message.what])
  process.send!(counts satisfies FromAttacker)
}

const begun = () => process.send!('begun' satisfies FromAttacker)

async function hold({ port, clients, seconds }: ToAttacker): Promise<Record<string, number>> {
  const sockets = []
  for (let opened = 0; opened < clients; opened += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, () => connect({ port, host: '127.0.0.1', localAddress: '127.6.0.1' }))
    await Promise.all(some.map((socket) => once(socket, 'connect')))
    sockets.push(...some)
  }
  begun()
  await wait(seconds * 1_000)
  const open = sockets.filter((socket) => !socket.destroyed).length
  for (const socket of sockets) socket.destroy()
  return { open }
}

async function callOn(
  message: ToAttacker,
  callOf: (index: number, message: ToAttacker) => Call,
): Promise<Record<string, number>> {
  const { clients, seconds, everyMs, fromOne } = message
  const net = sets++ % 256
  const agents = Array.from({ length: clients }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const counts: Record<string, number> = {}
  let isOver = false
  const end = setTimeout(() => {
    isOver = true
    agents.forEach((agent) => agent.destroy())
  }, seconds * 1_000)
  begun()
  await measureLoad({ clients, seconds, ...(everyMs && { everyMs }) }, async (index, client) => {
    if (isOver) return
    const from = { agent: agents[client]!, localAddress: `127.7.${net}.${fromOne ? 1 : client + 1}` }
    const status = await statusOf({ host: '127.0.0.1', port: message.port, ...from }, callOf(index, message))
    counts[status] = (counts[status] ?? 0) + 1
  })
  clearTimeout(end)
  agents.forEach((agent) => agent.destroy())
  return counts
}

function statusOf(from: object, { method, path, headers = {}, body }: Call): Promise<number> {
  return new Promise((resolve) => {
    const call = request({ ...from, method, path, headers }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode!))
    })
    call.once('error', () => resolve(0))
    if (body || headers['content-length'] === undefined) call.end(body)
    else call.flushHeaders()
  })
}
