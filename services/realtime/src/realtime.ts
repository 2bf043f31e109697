import { createServer } from 'node:http'
import { Gauge } from 'prom-client'
import { Server } from 'socket.io'
import { connectBlockingRedis } from '@toile/bus/redis'
import { readLive, type LiveMessage } from '@toile/bus/live-stream'
import { openDatabase } from '@toile/bus/open-database'
import { onProgress } from '@toile/bus/progress'
import { poolSizes } from '@toile/db/client'
import { createLinks } from '@toile/runtime/links'
import type { Running } from '@toile/runtime/process'
import { deliver, resync } from './delivery.js'
import { createConnectionLimits } from './connection-limits.js'
import { allowOrigin, authenticate } from './handshake.js'
import { watchSessions } from './sessions.js'
import type { Realtime } from './socket-types.js'
import { listenToTopics } from './topics.js'

/** Maximum size of a client's message. A subscription takes only a few dozen bytes. */
const MAX_MESSAGE_BYTES = 64 * 1024

/** Every process reads the same stream and serves its own sockets. */
export async function startRealtime(running: Running): Promise<void> {
  const { config, log, metrics } = running
  const db = openDatabase(running, { poolSize: poolSizes.realtime, cachePlans: true })
  const links = createLinks(config)
  const connectionLimits = createConnectionLimits(config)
  const http = createServer((_request, response) => response.writeHead(404).end())
  const io: Realtime = new Server(http, {
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    serveClient: false,
    // Connection state recovery stays off, because clients refetch after a reconnect.
    allowRequest: (request, decide) =>
      decide(null, connectionLimits.allowHandshake(request) && allowOrigin(request, config)),
    // CORS applies only to polling, not to WebSockets.
    cors: { origin: Object.keys(config.hosts) },
  })
  new Gauge({
    name: 'toile_sockets',
    help: 'Open sockets',
    registers: [metrics],
    collect() {
      this.set(io.engine.clientsCount)
    },
  })

  io.engine.on('connection', connectionLimits.countConnection)
  io.use((socket, next) => {
    if (connectionLimits.allowAttempt(socket.conn)) return next()
    next(new Error('TooMany'))
    socket.conn.close()
  })
  io.use(authenticate(db, config.secret))
  io.use((socket, next) => next(connectionLimits.allowSocket(socket) ? undefined : new Error('TooMany')))
  io.on('connection', (socket) => {
    const { session } = socket.data
    if (session) void socket.join([`user:${session.userId}`, `session:${session.id}`])
    if (session?.group === 'admin') void socket.join('administrators')
    connectionLimits.countSocket(socket)
    listenToTopics(socket, db)
  })

  const deliverSafely = (message: LiveMessage) => {
    try {
      deliver(io, links, message)
    } catch (err) {
      log.error({ err, event: message.event }, 'live message skipped')
    }
  }
  const stream = readLive(connectBlockingRedis(config.redisUrl, log), {
    deliver: deliverSafely,
    gap: () => resync(io),
  })
  const progress = connectBlockingRedis(config.redisUrl, log)
  await onProgress(progress, deliverSafely)
  const stopWatching = watchSessions(io, db, log)

  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(config.realtimePort, config.host, resolve)
  })
  running.onShutdown('redis', async () => {
    progress.disconnect()
    await stream.close()
  })
  running.onShutdown('sockets', async () => {
    stopWatching()
    connectionLimits.close()
    await io.close()
  })
}
