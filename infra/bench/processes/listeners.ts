import { io, type Socket } from 'socket.io-client'
import type { Notification } from '@toile/contracts/notifications/notifications'

// A process of its own for messages.ts: as many open pages as there are tokens, and when each of them heard what. The
// clock counts nanoseconds since the machine started, so it is one for all processes.

export type ToListeners = { connect: string; tokens: string[] } | 'report'
export interface Heard {
  /** Names the message, and when it was sent. */
  sent: string
  client: number
  ms: number
}
export type FromListeners = { ready: number } | { heard: Heard[] }

/** Connected together; a thousand at once would be turned away by the queue of the listening socket. */
const AT_ONCE = 50

const heard: Heard[] = []
const tell = (message: FromListeners) => process.send!(message)
process.on('message', (message: ToListeners) => {
  if (message === 'report') return tell({ heard: heard.splice(0) })
  return void connectAll(message.connect, message.tokens)
})

async function connectAll(url: string, tokens: string[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += AT_ONCE)
    await Promise.all(tokens.slice(from, from + AT_ONCE).map((token, i) => connect(url, token, from + i)))
  tell({ ready: tokens.length })
}

async function connect(url: string, token: string, client: number): Promise<void> {
  const socket: Socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true })
  socket.on('notification:new', ({ params }: Notification) => {
    const sent = String(params['sent'])
    heard.push({ sent, client, ms: Number(process.hrtime.bigint() - BigInt(sent)) / 1e6 })
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
}
