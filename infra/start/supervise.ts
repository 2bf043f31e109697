import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartupError } from './startup-error.js'
import { endGroup, endProcess, forgetPid, recordPid } from './pids.js'
import type { Program } from './program.js'

const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 10_000
/** After this long without a crash, restart delays begin at 0.5 s again. */
const CALM_MS = 30_000
const READY_POLL_MS = 50

type State = 'starting' | 'ready' | 'restarting' | 'stopped'

export interface Supervised {
  name: string
  state(): State
  /** Undefined while the program does not run, for example between a crash and the restart. */
  pid(): number | undefined
  /** How the previous run ended, in words. */
  lastEnd(): string | undefined
  /** Resolves when the program is first ready. Rejects with StartupError after `timeoutMs` or if it has ended. */
  firstReady(timeoutMs: number): Promise<void>
  stop(graceMs: number): Promise<void>
}

/**
 * Logs to DATA_DIR/logs/NAME.log and records the pid. Restarts a program that ends after it has been ready. The first
 * restart follows after 0.5 s. Each further delay is twice as long, up to 10 s.
 */
export function supervise(program: Program, dataDir: string, say: (line: string) => void): Supervised {
  const { name } = program
  const logFile = path.join(dataDir, 'logs', `${name}.log`)
  let child: ChildProcess | undefined
  let state: State = 'starting'
  let everReady = false
  let lastEnd: string | undefined
  let backoffMs = FIRST_BACKOFF_MS
  const stopping = new AbortController()
  let failure: Error | undefined

  const runs = keepRunning()

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      const ended = await runOnce().catch((error: Error) => {
        failure ??= error
        return error.message
      })
      if (stopping.signal.aborted) break
      if (!everReady) {
        failure ??= new StartupError(
          `${name} ${ended} before it was ready. Its log, ${logFile}, ends with:\n${lastLines(logFile)}`,
        )
        break
      }
      if (Date.now() - startedAt > CALM_MS) backoffMs = FIRST_BACKOFF_MS
      state = 'restarting'
      say(`${name} ${ended}; restarting in ${backoffMs / 1000} s (log: ${logFile})`)
      await wait(backoffMs, undefined, { signal: stopping.signal }).catch(() => {})
      backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
    }
    state = 'stopped'
  }

  async function runOnce(): Promise<string> {
    await program.prepare?.()
    if (stopping.signal.aborted) return 'was stopped'
    child = launch(program, logFile)
    const { pid } = child
    const ended = new Promise<string>((resolve, reject) => {
      child?.once('error', reject)
      child?.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`))
    })
    if (pid) recordPid(dataDir, name, pid)
    const over = new AbortController()
    void watchReadiness(over.signal)
    const how = await ended.finally(() => over.abort())
    lastEnd = how
    child = undefined
    forgetPid(dataDir, name)
    // A browser or an encoder must not outlive its worker.
    if (pid) endGroup(pid)
    return how
  }

  async function watchReadiness(over: AbortSignal): Promise<void> {
    while (!over.aborted && !(await program.isReady())) await wait(READY_POLL_MS)
    if (over.aborted) return
    if (state === 'restarting') say(`${name} runs again`)
    state = 'ready'
    everReady = true
  }

  return {
    name,
    state: () => state,
    pid: () => child?.pid,
    lastEnd: () => lastEnd,
    async firstReady(timeoutMs) {
      for (const until = Date.now() + timeoutMs; !everReady; await wait(READY_POLL_MS)) {
        if (failure) throw failure
        if (stopping.signal.aborted) throw new StartupError(`${name} was stopped before it was ready`)
        if (Date.now() > until)
          throw new StartupError(`${name} was not ready within ${timeoutMs / 1000} s; its log: ${logFile}`)
      }
    },
    async stop(graceMs) {
      stopping.abort()
      if (child?.pid) await endProcess(child.pid, program.stopSignal, graceMs)
      await runs
    },
  }
}

function launch(program: Program, logFile: string): ChildProcess {
  mkdirSync(path.dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'a')
  const child = spawn(program.command, program.args, {
    env: program.env,
    cwd: program.user ? '/' : process.cwd(),
    // The program has its own process group, so that Ctrl-C reaches only the launcher, which ends everything in order.
    detached: true,
    stdio: program.channel ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
    ...(program.user && { uid: program.user.uid, gid: program.user.gid }),
  })
  closeSync(log)
  return child
}

function lastLines(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : []
  return lines
    .filter((line) => !/^ +at /.test(line))
    .slice(-8)
    .join('\n')
}
