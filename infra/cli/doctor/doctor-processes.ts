import { connectRedis } from '@toile/bus/redis'
import { workerCounts } from '@toile/bus/worker-counts'
import { ticksLateSeconds } from '@toile/db/queues/ticks'
import type { Config } from '@toile/runtime/config'
import { createLogger } from '@toile/runtime/logger'
import { reason, type Finding } from './finding.js'
import { withDb } from '../settings.js'

// Detects processes by their effects, on any machine. A process that does not run is not a fault. For the API and
// realtime, an error or no answer within ANSWER_MS is a fault. Relay and workers only count as running or not.

const ANSWER_MS = 3_000
/** The relay looks for due ticks twice a second, but one tick may run for a while and delay the others. */
const RELAY_LATE_SECONDS = 30
const notRunning = { state: 'does not run', cure: 'Start Toile: npm start.', optional: true }

export const runningParts = [
  ({ apiUrl }: Config) => answering('api', `${apiUrl}/health/ready`),
  ({ realtimeUrl }: Config) => answering('realtime', `${realtimeUrl}/socket.io/?EIO=4&transport=polling`),
  relay,
  workers,
]

async function answering(what: string, url: string): Promise<Finding> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    const text = (await answer.text()).slice(0, 200)
    if (answer.ok) return { what, state: 'answers' }
    return { what, state: `answers ${answer.status}: ${text}`, cure: `See the logs of ${what}.` }
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') return { what, ...notRunning }
    return { what, state: `no answer within ${ANSWER_MS} ms`, cure: `See the logs of ${what}.` }
  }
}

async function relay(config: Config): Promise<Finding> {
  const what = 'relay'
  try {
    const late = await withDb(config, ticksLateSeconds)
    return late !== undefined && late < RELAY_LATE_SECONDS
      ? { what, state: 'running, no late ticks' }
      : { what, ...notRunning }
  } catch (error) {
    return { what, state: reason(error), cure: 'Its state is only visible in Postgres.', optional: true }
  }
}

async function workers(config: Config): Promise<Finding> {
  const what = 'workers'
  const redis = connectRedis(config.redisUrl, createLogger('doctor', 'silent'))
  try {
    const counts = [...(await workerCounts(redis))]
    const state = counts.map(([queue, count]) => `${queue} ${count}`).join(', ')
    // Without Blender, no worker takes the queue renders-cycles. Cycles is not offered then, so no job waits.
    const idle = counts.some(([queue, count]) => count === 0 && queue !== 'renders-cycles')
    return {
      what,
      state,
      ...(idle && { cure: 'A queue without a worker waits: npm start, or npm run worker.', optional: true }),
    }
  } catch (error) {
    return { what, state: reason(error), cure: 'Their state is only visible in Redis.', optional: true }
  } finally {
    redis.disconnect()
  }
}
