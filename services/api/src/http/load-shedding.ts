import { randomInt } from 'node:crypto'
import { totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { RouteName } from '@toile/contracts/routes'
import { oncePer } from '@toile/runtime/logger'
import { errorBody, LOG_EVERY_MS } from './error-responses.js'

/** A mean delay above this makes the event loop slow. A call then takes seconds, because it needs several turns. */
const MAX_DELAY_MS = 400
const SLOW_SAMPLES = 2
const SAMPLE_MS = 500
/** If at most this many calls run, a slow event loop has another cause (a busy machine), and refusals do not help. */
const MANY_CALLS = 20
/** Calls are refused above this share of V8's heap limit or the container's memory limit, to prevent a crash. */
const MEMORY_SHARE = 0.9
/** These routes are never refused, because health checks must see that the process lives. */
const exempt: readonly (RouteName | undefined)[] = ['healthLive', 'healthReady']

/** Refuses API calls (503) under overload. Web files pass. If the returned check is true, web.ts sends plain pages. */
export async function shedLoad(app: FastifyInstance): Promise<() => boolean> {
  // Startup keeps the event loop busy, so delays count only from 2 s after listening.
  let fromMs = Infinity
  app.addHook('onListen', async () => void (fromMs = performance.now() + 2_000))
  let calls = 0
  app.addHook('onRequest', async (_, reply) => {
    calls++
    reply.raw.once('close', () => calls--)
  })
  const isSlow = monitorDelay(app)
  const isOverloaded = () => isSlow() && performance.now() >= fromMs && calls > MANY_CALLS
  const isTimeToLog = oncePer(LOG_EVERY_MS)
  const rejectCall = (request: FastifyRequest, reply: FastifyReply, what: string, value?: number) => {
    const { name } = request.routeOptions.config
    if (!name || exempt.includes(name)) return undefined
    if (isTimeToLog()) request.log.warn({ what, value }, 'refusing calls: the process is overloaded')
    // Retry-After varies, so that refused clients do not return together.
    const body = errorBody(new ToileError('UNAVAILABLE'), request)
    return reply.code(503).header('retry-after', randomInt(2, 6)).send(body)
  }
  const container = process.constrainedMemory()
  await app.register(underPressure, {
    maxHeapUsedBytes: MEMORY_SHARE * getHeapStatistics().heap_size_limit,
    // If the container has no limit, constrainedMemory() is 0 or more than the machine's memory.
    maxRssBytes: container <= totalmem() ? MEMORY_SHARE * container : 0,
    pressureHandler: (request, reply, what, value) => void rejectCall(request, reply, what, value),
  })
  app.addHook('onRequest', async (request, reply) =>
    isOverloaded() ? rejectCall(request, reply, 'the event loop is slow') : undefined,
  )
  return isOverloaded
}

function monitorDelay(app: FastifyInstance): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let slowSamples = 0
  const sampling = setInterval(() => {
    if (delay.count === 0) return
    slowSamples = delay.mean > MAX_DELAY_MS * 1e6 ? slowSamples + 1 : 0
    delay.reset()
  }, SAMPLE_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(sampling)
    delay.disable()
  })
  return () => slowSamples >= SLOW_SAMPLES
}
