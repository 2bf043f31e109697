import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { readConfig, type Config } from './config.js'
import { createLogger, type Logger } from './logger.js'
import type { Tracing } from './tracing.js'

/** Orchestrators kill a process 30 s after SIGTERM. */
const SHUTDOWN_LIMIT_MS = 25_000

/** A readiness check. Resolves to 'ok' or a text that says what is degraded. Rejects if the process is not ready. */
type Check = () => Promise<'ok' | string>

export interface Running {
  config: Config
  log: Logger
  metrics: Registry
  tracing: Tracing | undefined
  /** Adds a check to /health/ready. */
  check(name: string, check: Check): void
  /** Adds a shutdown step. Steps run one by one, last added first. */
  onShutdown(name: string, close: () => Promise<unknown>): void
  readiness(): Promise<{ ok: boolean; checks: Record<string, string> }>
  /** Opens the ops port. runProcess() calls this after `start`. */
  ready(): Promise<void>
  shutdown(): Promise<void>
}

/** Calls `start`. SIGTERM, SIGINT or the launcher's end shuts down. If the start fails, says why and exits with 1. */
export async function runProcess(
  name: string,
  needs: Parameters<typeof readConfig>[0],
  start: (running: Running) => Promise<void>,
): Promise<void> {
  let running: Running | undefined
  try {
    const config = readConfig(needs)
    const tracing = config.traces && (await import('./tracing.js')).startTracing(name, config.version, config.traces)
    running = createRunning(name, config, tracing)
    process.on('unhandledRejection', (error) => running?.log.error({ err: error }, 'unhandled rejection'))
    const end = () => void running?.shutdown().then(() => process.exit(0))
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
    // The launcher's channel closes when the launcher dies.
    process.once('disconnect', end)
    await start(running)
    await running.ready()
    running.log.info({ opsPort: config.opsPort }, `${name} is ready`)
  } catch (error) {
    console.error(`${name} cannot start: ${error instanceof Error ? error.message : String(error)}`)
    if (running) running.log.debug({ err: error }, 'start failed')
    process.exit(1)
  }
}

export function createRunning(name: string, config: Config, tracing?: Tracing): Running {
  const log = createLogger(name, config.logLevel)
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  metrics.setDefaultLabels({ process: name })
  const checks = new Map<string, Check>()
  const steps: { name: string; close: () => Promise<unknown> }[] = []
  let ending: Promise<void> | undefined
  let ops: Server | undefined
  // Tracing is added first, so that it closes last: the other steps still produce spans.
  if (tracing) steps.push({ name: 'tracing', close: () => tracing.close() })

  const runChecks = async () => {
    const results = await Promise.all(
      [...checks].map(async ([checkName, check]) => [checkName, await settle(check)] as const),
    )
    return {
      ok: results.every(([, result]) => result.ok),
      checks: Object.fromEntries(results.map(([checkName, result]) => [checkName, result.text])),
    }
  }
  let runningChecks: ReturnType<typeof runChecks> | undefined

  const running: Running = {
    config,
    log,
    metrics,
    tracing,
    check: (checkName, check) => void checks.set(checkName, check),
    onShutdown: (stepName, close) => void steps.push({ name: stepName, close }),
    async readiness() {
      if (ending) return { ok: false, checks: { shutdown: 'ending' } }
      // Concurrent calls share one check, because /health/ready is public and has no rate limit.
      return (runningChecks ??= runChecks().finally(() => (runningChecks = undefined)))
    },
    async ready() {
      ops = await listenOps(running)
    },
    shutdown() {
      ending ??= (async () => {
        const limit = setTimeout(() => {
          log.error('shutdown took too long')
          process.exit(1)
        }, SHUTDOWN_LIMIT_MS)
        for (const step of steps.reverse())
          await step.close().catch((error: unknown) => log.error({ err: error }, `closing ${step.name} failed`))
        ops?.close()
        clearTimeout(limit)
      })()
      return ending
    },
  }
  return running
}

/** A check that gives no answer within 2 s has failed. */
async function settle(check: Check): Promise<{ ok: boolean; text: string }> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), 2_000)
  })
  try {
    return { ok: true, text: await Promise.race([check(), late]) }
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message.slice(0, 60) : 'failed' }
  } finally {
    clearTimeout(timer)
  }
}

async function listenOps(running: Running): Promise<Server> {
  const server = createServer((request, response) => {
    const respond = async (): Promise<[number, string, string]> => {
      if (request.url === '/health/live') return [200, 'application/json', '{"ok":true}']
      if (request.url === '/health/ready') {
        const readiness = await running.readiness()
        return [readiness.ok ? 200 : 503, 'application/json', JSON.stringify(readiness)]
      }
      if (request.url === '/metrics') return [200, running.metrics.contentType, await running.metrics.metrics()]
      return [404, 'text/plain', 'Not found']
    }
    respond().then(
      ([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  const { host, opsPort } = running.config
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(opsPort, host, resolve)
  })
  running.log.debug({ port: (server.address() as AddressInfo).port }, 'ops server listens')
  return server
}
