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
  /** Renders with the host's graphics card if it has one; its pixels differ from those of the CPU. */
  useGpu?: boolean
  /** Chromium ends after this idle time, by default 5 minutes; the next job starts it again. */
  idleMs?: number
  log: Log
}

export interface JobLimits {
  /** Wall-clock time; beyond it Chromium is killed and the job fails with PROCESSING_TOO_LONG. */
  timeoutMs: number
  /** When it aborts, Chromium is killed and the job fails with the signal's reason. */
  signal?: AbortSignal
  /** Memory of all Chromium processes; beyond it they are killed and the job fails with PROCESSING_OUT_OF_MEMORY. */
  maxMemoryBytes?: number
  /** CPU time of the job; exceeding it has the same effect as `timeoutMs`. */
  maxCpuMs?: number
}

/** Headless Chromium that starts with a job, serves later jobs until it is idle, and restarts after a kill. */
export interface Browser {
  /** Runs one job in a fresh context. Jobs run one at a time: rendering on the CPU uses every core. */
  run<T>(limits: JobLimits, job: (context: BrowserContext) => Promise<T>): Promise<T>
  /** Waits for earlier jobs, then keeps the browser for several calls of run(); later jobs wait until end(). */
  hold(): Promise<Hold>
  pid(): number | null
  /** Ends Chromium and the running job; refuses later jobs. */
  close(): Promise<void>
}

interface Hold {
  /**
   * Runs `work` in the hold's context, which is new in the first call and after the browser has ended. Every error
   * kills the browser, except a failure that the page found in the model. Calls must not overlap.
   */
  run<T>(limits: JobLimits, work: (context: BrowserContext) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/** Replaces a browser after this many holds, which bounds leaks. */
const HOLDS_PER_BROWSER = 100

const USE_CHECK_MS = 200
const IDLE_MS = 5 * 60_000
const CONTEXT_CLOSE_MS = 5_000

interface Running {
  chromium: ChromiumProcess
  newContext(): Promise<BrowserContext>
  holdCount: number
}

/** Removes profiles of dead processes. Chromium starts with the first job; that job throws if Chromium cannot start. */
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
        // With GPU flags but no card, pages have no WebGL at all.
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
        // Whether Chromium ended between jobs or during one, the next job starts another.
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
      // Any error except a model failure may have damaged the browser, so the next job starts another.
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
      // A job that is just starting Chromium kills it before it rejects.
      await working
    },
  }
}

/** Whether the page refused the model; false for exceeded limits and unexpected results. */
function isModelFailure(error: unknown): boolean {
  return error instanceof InputFailure && !error.code.startsWith('PROCESSING_')
}

/** `context` is null at first, and stale once `running` is no longer the current browser. */
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
