import { randomInt } from 'node:crypto'
import { totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { RouteName } from '@toile/contracts/routes'
import { seldom } from '@toile/runtime/logger'
import { errorBody, LOG_EVERY_MS } from './error-responses.js'

/** A turn of the event loop that takes so long on the mean of a sample: a call, which takes several, takes seconds. */
const MAX_DELAY_MS = 400
/** One stall is no load; one sample after the other is. */
const SLOW_SAMPLES = 2
const SAMPLE_MS = 500
/** Fewer calls at a time are not why the loop is slow: a neighbour is, and to turn them away would help nobody. */
const MANY_CALLS = 20
/** Of what V8 or the container allows; past it the process ends with everybody's calls. */
const MEMORY_SHARE = 0.9
/** Who watches and restarts us must hear that we live. */
const exempt: readonly (RouteName | undefined)[] = ['healthLive', 'healthReady']

/**
 * Turns calls away with 503 and Retry-After while this process has more to do than it can: before they are looked at, so
 * that those already begun get done. Files and pages are no calls. Gives whether calls are turned away right now.
 */
export async function shedLoad(app: FastifyInstance): Promise<() => boolean> {
  // What keeps the loop busy while the app is put together is no load.
  let fromMs = Infinity
  app.addHook('onListen', async () => void (fromMs = performance.now() + 2_000))
  let calls = 0
  app.addHook('onRequest', async (_, reply) => {
    calls++
    reply.raw.once('close', () => calls--)
  })
  const isSlow = monitorDelay(app)
  const isOverloaded = () => isSlow() && performance.now() >= fromMs && calls > MANY_CALLS
  const isTimeToLog = seldom(LOG_EVERY_MS)
  const rejectCall = (request: FastifyRequest, reply: FastifyReply, what: string, value?: number) => {
    const { name } = request.routeOptions.config
    if (!name || exempt.includes(name)) return undefined
    if (isTimeToLog()) request.log.warn({ what, value }, 'calls are turned away')
    // Not all at once: those turned away together would come again together.
    const body = errorBody(new ToileError('UNAVAILABLE'), request)
    return reply.code(503).header('retry-after', randomInt(2, 6)).send(body)
  }
  const container = process.constrainedMemory()
  await app.register(underPressure, {
    maxHeapUsedBytes: MEMORY_SHARE * getHeapStatistics().heap_size_limit,
    // Without a limit of its own it says 0, or more than there is.
    maxRssBytes: container <= totalmem() ? MEMORY_SHARE * container : 0,
    pressureHandler: (request, reply, what, value) => void rejectCall(request, reply, what, value),
  })
  app.addHook('onRequest', async (request, reply) =>
    isOverloaded() ? rejectCall(request, reply, 'the event loop is slow') : undefined,
  )
  return isOverloaded
}

/** Whether the turns of the event loop take too long, and go on doing so. */
function monitorDelay(app: FastifyInstance): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let slowSamples = 0
  const sampling = setInterval(() => {
    // Nothing measured since: the turn is not over.
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
