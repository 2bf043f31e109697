import { randomInt } from 'node:crypto'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { RouteName } from '@toile/contracts/routes'
import { errorBody } from './error-answers.js'

/** A turn of the event loop that takes so long on the mean of a sample: a call, which takes several, takes seconds. */
const MAX_DELAY_MS = 1_000
/** One stall within a sample counts for little beside its many short turns; a load that stays does not. */
const SAMPLE_MS = 2_000
/** Fewer calls at a time are not why the loop is slow: a neighbour is, and to turn them away would help nobody. */
const MANY_CALLS = 20
/** Of what V8 or the container allows; past it the process ends with everybody's calls. */
const MEMORY_SHARE = 0.9
const SAY_EVERY_MS = 10_000
/** Who watches and restarts us must hear that we live. */
const spared: readonly (RouteName | undefined)[] = ['healthLive', 'healthReady']

/**
 * Turns calls away with 503 and Retry-After while this process has more to do than it can: before they are looked at, so
 * that those already begun get done. Files and pages are no calls. Gives whether calls are turned away right now.
 */
export async function shedLoad(app: FastifyInstance): Promise<() => boolean> {
  // What keeps the loop busy while the app is put together is no load.
  let fromMs = Infinity
  app.addHook('onListen', async () => void (fromMs = performance.now() + 2 * SAMPLE_MS))
  let calls = 0
  app.addHook('onRequest', async (_, reply) => {
    calls++
    reply.raw.once('close', () => calls--)
  })
  const isDriven = () => performance.now() >= fromMs && calls > MANY_CALLS
  let saidMs = -Infinity
  const container = process.constrainedMemory()
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    maxHeapUsedBytes: MEMORY_SHARE * getHeapStatistics().heap_size_limit,
    // Without a limit of its own it says 0, or more than there is.
    maxRssBytes: container <= totalmem() ? MEMORY_SHARE * container : 0,
    pressureHandler(request, reply, what, value) {
      const { name } = request.routeOptions.config
      if (!name || spared.includes(name) || (what === underPressure.TYPE_EVENT_LOOP_DELAY && !isDriven())) return
      if (performance.now() - saidMs > SAY_EVERY_MS) {
        saidMs = performance.now()
        request.log.warn({ what, value }, 'calls are turned away')
      }
      // Not all at once: those turned away together would come again together.
      const body = errorBody(new ToileError('UNAVAILABLE'), request)
      void reply.code(503).header('retry-after', randomInt(2, 6)).send(body)
    },
  })
  return () => isDriven() && app.isUnderPressure()
}
