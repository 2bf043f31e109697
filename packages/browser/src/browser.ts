import { chromium, type BrowserContext } from 'playwright-core'
import { InputFailure } from '@toile/contracts/failures'
import { startChromium, type ChromiumProcess, type Log } from './chromium.js'
import { groupUse } from './group-use.js'
import { removeLeftOverProfiles, type SystemUser } from './profile.js'

export interface BrowserOptions {
  executablePath: string
  /** Whom Chromium runs as when we are root; its sandbox is on then. */
  user?: SystemUser
  log: Log
}

export interface JobLimits {
  /** Wall clock; when it is over, the whole browser is killed and the job fails with PROCESSING_TOO_LONG. */
  timeoutMs: number
  /** Kills the browser as well; the job fails with the signal's reason. */
  signal?: AbortSignal
  /** What all of Chromium may hold; beyond it, it is killed and the job fails with PROCESSING_OUT_OF_MEMORY. */
  maxMemoryBytes?: number
  /** What the job may take of the processor, whatever else the machine does; beyond it, as with `timeoutMs`. */
  maxCpuMs?: number
}

/** Headless Chromium that stays warm between jobs and starts anew after a kill. */
export interface Browser {
  /** Runs one job in a fresh context. Jobs wait for each other: drawing without a graphics card uses every core. */
  run<T>(limits: JobLimits, job: (context: BrowserContext) => Promise<T>): Promise<T>
  /** The leader of Chromium's process group, null while none runs. */
  pid(): number | null
  /** Ends Chromium and with it the job that runs; later jobs are refused. */
  close(): Promise<void>
}

/** A browser is replaced after so many jobs, so that whatever it leaks stays small. */
const JOBS_PER_BROWSER = 100

const USE_CHECK_MS = 200

interface Running {
  chromium: ChromiumProcess
  newContext(): Promise<BrowserContext>
  jobCount: number
}

/** Starts Chromium. Throws when it cannot be started. */
export async function openBrowser({ executablePath, user, log }: BrowserOptions): Promise<Browser> {
  let running: Running | null = null
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  const start = async (): Promise<Running> => {
    const started = await startChromium(executablePath, user, log)
    try {
      const client = await chromium.connectOverCDP(started.endpoint)
      log.info({ pid: started.pid, version: client.version() }, 'Chromium started')
      void started.exited.then(async () => {
        // Ended by itself or by the kernel, between jobs or in one: the next job starts another.
        if (running?.chromium === started) await stop()
      })
      return { chromium: started, newContext: () => client.newContext({ serviceWorkers: 'block' }), jobCount: 0 }
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
  const ready = async (): Promise<Running> => {
    if (running && running.jobCount >= JOBS_PER_BROWSER) await stop()
    running ??= await start()
    running.jobCount++
    return running
  }

  const runNow = async <T>(limits: JobLimits, job: (context: BrowserContext) => Promise<T>): Promise<T> => {
    limits.signal?.throwIfAborted()
    if (closed) throw new Error('the browser was closed')
    const { chromium: chromiumProcess, newContext } = await ready()
    if (closed) await stop()
    const work = newContext().then(async (context) => {
      const result = await job(context)
      await context.close()
      return result
    })
    try {
      return await before(limits, chromiumProcess, work)
    } catch (error) {
      // Whatever went wrong, the next job gets a browser that has seen nothing of it.
      await stop()
      throw error
    }
  }

  await removeLeftOverProfiles()
  running = await start()
  return {
    run(limits, job) {
      const result = last.then(() => runNow(limits, job))
      last = result.catch(() => undefined)
      return result
    },
    pid: () => running?.chromium.pid ?? null,
    async close() {
      closed = true
      await stop()
      // A job that was just starting a browser ends it before it gives up.
      await last
    },
  }
}

/** The work's result, unless the time is over, the signal fires or Chromium ends first. */
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
      const { cpuMs: cpuMsBefore } = groupUse(chromiumProcess.pid)
      use = setInterval(() => {
        const { bytes, cpuMs } = groupUse(chromiumProcess.pid)
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
