import { request as ask, type IncomingMessage } from 'node:http'
import { pipeline, type Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { createClientAddress } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'

const SOCKETS = /^(?:\/api)?(\/socket\.io\/.*)$/

/** Tunnels WebSockets as raw bytes, so that realtime's limits and backpressure reach clients. Sets X-Forwarded-For. */
export function tunnelSockets(app: FastifyInstance, config: Pick<Config, 'realtimeUrl' | 'trustProxy'>): void {
  const addressOf = createClientAddress(config.trustProxy)
  const open = new Set<Duplex>()
  app.server.on('upgrade', (request, socket: Duplex, head) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    const path = SOCKETS.exec(request.url ?? '')?.[1]
    const from = addressOf(request)
    if (!from) return socket.destroy()
    if (!path) return socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
    const onward = ask(new URL(path, config.realtimeUrl), {
      headers: { ...request.headers, 'x-forwarded-for': from },
    })
    socket.on('close', () => onward.destroy())
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n'))
    onward.on('response', (refusal) => {
      socket.write(`HTTP/1.1 ${refusal.statusCode} ${refusal.statusMessage}\r\nconnection: close\r\n\r\n`)
      pipeline(refusal, socket, () => {})
    })
    onward.on('upgrade', (accepted, realtime: Duplex, first) => {
      socket.write(headOf(accepted))
      socket.write(first)
      realtime.write(head)
      pipeline(socket, realtime, socket, () => {})
    })
    onward.end()
  })
  app.addHook('preClose', async () => open.forEach((socket) => socket.destroy()))
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return lines.join('\r\n') + '\r\n\r\n'
}
