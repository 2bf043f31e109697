import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'

// Baseline of live.ts: a bare socket.io server and a bare page, which shows what is published on BASELINE_CHANNEL.

export const BASELINE_CHANNEL = 'bench:live'
const PAGE = `<!doctype html><p id="published"></p><script src="/socket.io/socket.io.js"></script><script>
  io({ transports: ['websocket'], query: { page: 1 } }).on('published', (text) => { published.textContent = text })
</script>`

export interface ToBaseline {
  redisUrl: string
}
export interface FromBaseline {
  port: number
}

process.once('message', (message: ToBaseline) => void serve(message))
process.once('disconnect', () => process.exit(0))

async function serve({ redisUrl }: ToBaseline): Promise<void> {
  const http = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE))
  const io = new Server(http)
  io.on('connection', (socket) => {
    if (socket.handshake.query['page']) void socket.join('page')
  })
  const redis = new Redis(redisUrl)
  redis.on('message', (_, text) => io.to('page').emit('published', text))
  await redis.subscribe(BASELINE_CHANNEL)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const ready: FromBaseline = { port: (http.address() as AddressInfo).port }
  process.send!(ready)
}
