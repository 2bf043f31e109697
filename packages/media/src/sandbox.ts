import { spawn, type ChildProcess } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { InputFailure } from '@toile/contracts/failures'
import { isolation } from './isolation.js'
import type { ChildMessage, StartMessage } from './sandbox-child.js'

/** RSS is looked at this often: ArrayBuffers live off V8's heap, so --max-old-space-size alone holds nothing back. */
const MEMORY_CHECK_MS = 50
const STDERR_KEPT_CHARS = 8_000

/** The child died without an answer, after its code was loaded: its input brought it down. */
export class IsolatedCrash extends Error {
  override name = 'IsolatedCrash'
}

export interface IsolatedRun<Args> {
  /** Our script, compiled, which calls serveIsolated(). */
  script: string
  args: Args
  /** The one file the script may look at; opened before any right is dropped, handed over as a descriptor. */
  inputPath: string
  /** The child's working folder, the only place it writes to; given to `user`. */
  workDir: string
  maxMemoryBytes: number
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Who the child becomes; only root can do that. */
  user?: { uid: number; gid: number } | undefined
  onProgress?: ((step: string, fraction: number) => void) | undefined
}

/**
 * Runs a script of ours as a child in its own process group: no network where the host allows, limits on memory (RSS,
 * with all below 50 ms after it is passed) and wall time, rights dropped. Resolves with the script's answer when the
 * child is gone.
 * @throws InputFailure as the script threw it, or PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; IsolatedCrash;
 *   the signal's reason; Error for a fault of ours.
 */
export async function runIsolated<Args, Result>(run: IsolatedRun<Args>): Promise<Result> {
  run.signal?.throwIfAborted()
  if (run.user) await chown(run.workDir, run.user.uid, run.user.gid)
  const child = start(run)
  return new Promise<Result>((resolve, reject) => {
    let answer: ChildMessage | undefined
    let loaded = false
    let stopped: unknown
    let stderr = ''
    const stop = (reason: unknown) => {
      stopped ??= reason
      killGroup(child)
    }
    const abort = () => stop(run.signal?.reason)
    const timer = setTimeout(() => stop(new InputFailure('PROCESSING_TOO_LONG')), run.timeoutMs)
    const memory = setInterval(() => {
      void residentBytes(child.pid).then((bytes) => {
        if (bytes > run.maxMemoryBytes) stop(new InputFailure('PROCESSING_OUT_OF_MEMORY'))
      })
    }, MEMORY_CHECK_MS)
    run.signal?.addEventListener('abort', abort, { once: true })

    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-STDERR_KEPT_CHARS)))
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'loaded') loaded = true
      else if (message.kind === 'progress') run.onProgress?.(message.step, message.fraction)
      else answer = message
    })
    child.on('error', (error) => stop(error))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      clearInterval(memory)
      run.signal?.removeEventListener('abort', abort)
      // Whatever the child started in its group goes with it.
      killGroup(child)
      if (stopped !== undefined) reject(stopped)
      else if (answer?.kind === 'done') resolve(answer.result as Result)
      else if (answer?.kind === 'failure') reject(new InputFailure(answer.code, answer.params))
      else if (answer?.kind === 'fault') reject(new Error(answer.message))
      else reject(crash(loaded, code, signal, stderr))
    })
    const message: StartMessage = { args: run.args, inputPath: run.inputPath, user: run.user, parentPid: process.pid }
    // A child that died at once closes the channel: 'close' tells why, this error would not.
    child.send(message, () => {})
  })
}

function start(run: IsolatedRun<unknown>): ChildProcess {
  const heapMegabytes = Math.floor((run.maxMemoryBytes * 0.75) / 2 ** 20)
  const node = [process.execPath, `--max-old-space-size=${heapMegabytes}`, run.script]
  const [command, ...args] = [...isolation().networkOff, ...node] as [string, ...string[]]
  return spawn(command, args, {
    cwd: run.workDir,
    // Nothing of ours is inherited: a script that is taken over finds no password in its environment.
    env: { PATH: process.env.PATH, HOME: run.workDir, TMPDIR: run.workDir },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    detached: true,
  })
}

function crash(loaded: boolean, code: number | null, signal: string | null, stderr: string): Error {
  // V8 aborts with these words; a SIGKILL that is not ours is the kernel's own out-of-memory killer.
  if (stderr.includes('heap out of memory') || signal === 'SIGKILL') return new InputFailure('PROCESSING_OUT_OF_MEMORY')
  const words = `child ended with ${signal ?? code}: ${stderr.slice(-2_000)}`
  return loaded ? new IsolatedCrash(words) : new Error(words)
}

function killGroup(child: ChildProcess) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** RSS of a process, 0 when it is gone or the host has no /proc. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
