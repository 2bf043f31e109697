import { io, type Socket } from 'socket.io-client'
import type { Notification } from '@toile/contracts/notifications/notifications'

// Socket.io clients that time notifications with the monotonic clock, which all processes of the machine share.

export type ClientsCommand = { connect: string; tokens: string[] } | 'report'
export interface Delivery {
  /** Send time in nanoseconds, which also identifies the message. */
  sent: string
  client: number
  ms: number
}
export type ClientsReply = { ready: number } | { deliveries: Delivery[] }

/** Number of clients that connect at the same time. A thousand at once would overflow the listen backlog. */
const CONNECT_BATCH = 50

const deliveries: Delivery[] = []
const reply = (message: ClientsReply) => process.send!(message)
process.on('message', (message: ClientsCommand) => {
  if (message === 'report') return reply({ deliveries: deliveries.splice(0) })
  return void connectAll(message.connect, message.tokens)
})

async function connectAll(url: string, tokens: string[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += CONNECT_BATCH)
    await Promise.all(tokens.slice(from, from + CONNECT_BATCH).map((token, i) => connect(url, token, from + i)))
  reply({ ready: tokens.length })
}

async function connect(url: string, token: string, client: number): Promise<void> {
  const socket: Socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true })
  socket.on('notification:new', ({ params }: Notification) => {
    const sent = String(params['sent'])
    deliveries.push({ sent, client, ms: Number(process.hrtime.bigint() - BigInt(sent)) / 1e6 })
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
}
