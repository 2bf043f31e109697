import type { BrowserContext } from 'playwright-core'
import { InputFailure } from '@toile/contracts/failures'
import type { SystemUser } from '@toile/runtime/system-user'
import { gpuOf } from './gpu.js'
import { startChromium, type ChromiumProcess, type Log } from './chromium.js'
import { removeLeftOverProfiles } from './profile.js'

export interface BrowserOptions {
  executablePath: string
  /** The user that runs Chromium if this process is root. Chromium has no sandbox if root runs it. */
  user?: SystemUser
  /** Renders with the host's graphics card if the host has one. The pixels then differ from those of the CPU. */
  useGpu?: boolean
  /** Chromium ends after this idle time (by default 5 minutes). */
  idleMs?: number
  log: Log
}

export interface JobLimits {
  /** Wall-clock limit. Beyond this time, Chromium is killed and the job fails with PROCESSING_TOO_LONG. */
  timeoutMs: number
  /** If this signal aborts, the job fails with the signal's reason. If the job already runs, Chromium is killed. */
  signal?: AbortSignal
  /** Limit for all Chromium processes. Beyond it, Chromium is killed; the job fails with PROCESSING_OUT_OF_MEMORY. */
  maxMemoryBytes?: number
  /** Limit for the job's CPU time. Beyond this limit, the same happens as beyond `timeoutMs`. */
  maxCpuMs?: number
}

/** Headless Chromium that starts with a job. After an idle time or a kill, the next job starts Chromium again. */
export interface Browser {
  /** Runs one job in a fresh context. Jobs run one at a time, because rendering on the CPU uses every core. */
  run<T>(limits: JobLimits, job: (context: BrowserContext) => Promise<T>): Promise<T>
  /** Waits for earlier jobs, then reserves the browser for calls of Hold.run(). Later jobs wait until Hold.end(). */
  hold(): Promise<Hold>
  pid(): number | null
  /** Ends Chromium and the running job. Waiting and later jobs are rejected. */
  close(): Promise<void>
}

interface Hold {
  /**
   * Runs `work` in the hold's context. The context is new in the first call and after the browser has ended. Every
   * error kills the browser, except a fault that the page found in the model and the reason of a signal that aborted
   * before the call. Calls must not overlap.
   */
  run<T>(limits: JobLimits, work: (context: BrowserContext) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/** The browser is replaced after this many holds, so that its leaks stay small. */
const HOLDS_PER_BROWSER = 100

const USE_CHECK_MS = 200
const IDLE_MS = 5 * 60_000
const CONTEXT_CLOSE_MS = 5_000

interface Running {
  chromium: ChromiumProcess
  newContext(): Promise<BrowserContext>
  holdCount: number
}

/** Removes profiles of dead processes. The first job starts Chromium, and throws if Chromium cannot start. */
export async function openBrowser({
  executablePath,
  user,
  useGpu = false,
  idleMs = IDLE_MS,
  log,
}: BrowserOptions): Promise<Browser> {
  let running: Running | null = null
  let last: Promise<unknown> = Promise.resolve()
  let working: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let isCardWanted = useGpu
  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))

  const start = async (): Promise<Running> => {
    const started = await startChromium(executablePath, user, log, isCardWanted)
    try {
      const { client } = started
      const card = isCardWanted ? await gpuOf(client) : undefined
      if (isCardWanted && !card) {
        // Chromium with GPU flags but without a card gives pages no WebGL, so it is restarted without these flags.
        log.warn(
          {},
          'No graphics card can be used here: Chromium renders on the CPU. Check that the Vulkan driver is installed.',
        )
        isCardWanted = false
        await started.kill()
        return await start()
      }
      log.info({ pid: started.pid, version: client.version(), ...(card && { card }) }, 'Chromium started')
      void started.exited.then(async () => {
        // Chromium may end between two jobs or during a job. In both cases the next job starts a new Chromium.
        if (running?.chromium === started) await stop()
      })
      return { chromium: started, newContext: () => client.newContext({ serviceWorkers: 'block' }), holdCount: 0 }
    } catch (error) {
      await started.kill()
      throw error
    }
  }
  const stop = async () => {
    const stopping = running
    running = null
    await stopping?.chromium.kill()
  }

  const runIn = async <T>(held: Held, limits: JobLimits, work: (context: BrowserContext) => Promise<T>): Promise<T> => {
    limits.signal?.throwIfAborted()
    closing.signal.throwIfAborted()
    clearTimeout(idle)
    const now = (running ??= await start())
    if (closing.signal.aborted) await stop()
    const result = (async () => {
      if (held.running !== now) {
        now.holdCount++
        Object.assign(held, { running: now, context: await now.newContext() })
      }
      return work(held.context as BrowserContext)
    })()
    try {
      return await before(limits, now.chromium, result)
    } catch (error) {
      // Any error except a fault of the model may have damaged the browser, so the next job starts a new browser.
      if (!isModelFailure(error)) await stop()
      throw error
    } finally {
      idle = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  const hold = async (): Promise<Hold> => {
    const turn = last
    let release = () => {}
    last = new Promise<void>((resolve) => (release = resolve))
    await Promise.race([turn, closed])
    if (running && running.holdCount >= HOLDS_PER_BROWSER) await stop()
    const held: Held = { running: null, context: null }
    return {
      run(limits, work) {
        const result = runIn(held, limits, work)
        working = result.catch(() => undefined)
        return result
      },
      async end() {
        try {
          if (held.running && held.running === running)
            await before(
              { timeoutMs: CONTEXT_CLOSE_MS },
              held.running.chromium,
              (held.context as BrowserContext).close(),
            )
        } catch {
          await stop()
        }
        release()
      },
    }
  }

  await removeLeftOverProfiles()
  return {
    hold,
    async run(limits, job) {
      const held = await hold()
      try {
        return await held.run(limits, job)
      } finally {
        await held.end()
      }
    },
    pid: () => running?.chromium.pid ?? null,
    async close() {
      closing.abort(new Error('the browser was closed'))
      clearTimeout(idle)
      await stop()
      // This waits for a job that is just starting Chromium. The job kills Chromium before it rejects.
      await working
    },
  }
}

/** Whether the page found a fault in the model. False for exceeded limits and unexpected results. */
function isModelFailure(error: unknown): boolean {
  return error instanceof InputFailure && !error.code.startsWith('PROCESSING_')
}

/** Both are null before the first run(). `context` is stale once `running` is no longer the current browser. */
interface Held {
  running: Running | null
  context: BrowserContext | null
}

async function before<T>(
  { timeoutMs, signal, maxMemoryBytes, maxCpuMs }: JobLimits,
  chromiumProcess: ChromiumProcess,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  let use: NodeJS.Timeout | undefined
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new InputFailure('PROCESSING_TOO_LONG')), timeoutMs)
    onAbort = () => reject(signal?.reason)
    if (maxMemoryBytes !== undefined || maxCpuMs !== undefined) {
      const { cpuMs: cpuMsBefore } = chromiumProcess.use()
      use = setInterval(() => {
        const { bytes, cpuMs } = chromiumProcess.use()
        if (bytes > (maxMemoryBytes ?? Infinity)) reject(new InputFailure('PROCESSING_OUT_OF_MEMORY'))
        if (cpuMs - cpuMsBefore > (maxCpuMs ?? Infinity)) reject(new InputFailure('PROCESSING_TOO_LONG'))
      }, USE_CHECK_MS)
    }
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    void chromiumProcess.exited.then(() => reject(new Error('Chromium ended while it was working')))
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    clearTimeout(timer)
    clearInterval(use)
    if (onAbort) signal?.removeEventListener('abort', onAbort)
  }
}
