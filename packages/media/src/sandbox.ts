import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import type { Duplex } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { InputFailure, type FailureCode } from '@toile/contracts/failures'
import { isolated, isolation, ourProgram, programFolder } from '@toile/runtime/isolation'
import { childFolder, givenFolder } from './made-files.js'
import { IsolatedCrash } from './sandbox-crash.js'
import { CHANNEL, ChildMessage, lineOf, readMessages, type StartMessage } from './sandbox-messages.js'

/** RSS is looked at this often: ArrayBuffers live off V8's heap, so --max-old-space-size alone holds nothing back. */
const USE_CHECK_MS = 50
/** Linux counts processor time in these. */
const TICKS_PER_SECOND = 100
const STDERR_KEPT_CHARS = 8_000
/** Of one run: a render of 4,096 samples in 32 pictures says some hundred. */
const MAX_MESSAGES = 10_000
const MAX_ANSWER_CHARS = 65_536
/** Where an isolated child finds its file. */
const INPUT = '/input'

export interface IsolatedLimits {
  maxMemoryBytes: number
  /** Of all threads together; only where the host has a /proc. */
  maxCpuMs?: number
}

export interface IsolatedRun<Args, Answer extends TSchema> extends IsolatedLimits {
  /** Our script, compiled, which calls serveIsolated(). */
  script: string
  args: Args
  /** The one file the script may look at, beside those of giveFile(); opened before any right is dropped. */
  inputPath: string
  /** Programs that the script starts. */
  tools?: (string | undefined)[]
  /** The worker's own; the child writes into one below it, see made-files.ts, which is given to `user`. */
  workDir: string
  /** What the script answers. It is held against this: the script may have been taken over by what it read. */
  answer: Answer
  /** Of its answer as JSON; 64 k where left out. Of the honest ones but those of models none has taken 3 k. */
  maxAnswerChars?: number
  /** Why it may find its input at fault; what else it says is held for a crash as well. */
  failures: readonly FailureCode[]
  /** Of which it may tell how far they are. */
  steps?: readonly string[]
  timeoutMs: number
  /** The limits from when the script says how much its input weighs. V8's own heap stays as it was. */
  limitsOf?: ((weightBytes: number) => IsolatedLimits) | undefined
  signal?: AbortSignal | undefined
  /** Who the child becomes; only root can do that. */
  user?: { uid: number; gid: number } | undefined
  onProgress?: ((step: string, fraction: number) => void) | undefined
}

/**
 * Runs a script of ours as a child in its own process group and, where the host allows, in namespaces of its own, see
 * isolated(): limits on memory (RSS, looked at every 50 ms), processor and wall time, rights dropped. Resolves with the
 * script's answer when the child is gone. Files that it made are taken by takeFile().
 * @throws InputFailure as the script threw it, or PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; IsolatedCrash;
 *   the signal's reason; Error for a fault of ours.
 */
export async function runIsolated<Args, Answer extends TSchema>(
  run: IsolatedRun<Args, Answer>,
): Promise<Static<Answer>> {
  run.signal?.throwIfAborted()
  await mkdir(givenFolder(run.workDir), { recursive: true, mode: 0o755 })
  await mkdir(childFolder(run.workDir), { recursive: true, mode: 0o700 })
  if (run.user) {
    await chown(childFolder(run.workDir), run.user.uid, run.user.gid)
    // To be passed through, not to be looked into: where the host cannot isolate, it is the real one.
    await chmod(run.workDir, 0o711)
  }
  const child = start(run)
  return new Promise<Static<Answer>>((resolve, reject) => {
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
    let limits: IsolatedLimits = run
    let pid = isIsolated() ? undefined : child.pid
    const use = setInterval(() => {
      pid ??= scriptOf(child.pid)
      void useOf(pid).then(({ bytes, cpuMs }) => {
        if (bytes > limits.maxMemoryBytes) stop(new InputFailure('PROCESSING_OUT_OF_MEMORY'))
        if (cpuMs > (limits.maxCpuMs ?? Infinity)) stop(new InputFailure('PROCESSING_TOO_LONG'))
      })
    }, USE_CHECK_MS)
    run.signal?.addEventListener('abort', abort, { once: true })

    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-STDERR_KEPT_CHARS)))
    let messageCount = 0
    const channel = child.stdio[CHANNEL] as Duplex
    // A child that died at once closes it: 'close' tells why, this error would not.
    channel.on('error', () => {})
    const hear = (message: unknown) => {
      if (++messageCount > MAX_MESSAGES) return stop(new IsolatedCrash('the child says too much'))
      if (!Check(ChildMessage, message)) return stop(new IsolatedCrash('the child says what no script says'))
      if (message.kind === 'loaded') loaded = true
      else if (message.kind === 'progress' && !run.steps?.includes(message.step))
        stop(new IsolatedCrash('the child is at a step that no script has'))
      else if (message.kind === 'progress') run.onProgress?.(message.step, message.fraction)
      else if (message.kind === 'weight') limits = run.limitsOf?.(message.bytes) ?? limits
      else answer = message
    }
    readMessages(channel, hear, run.maxAnswerChars ?? MAX_ANSWER_CHARS)
    child.on('error', (error) => stop(error))
    child.on('close', (exitCode, exitSignal) => {
      const { code, signal } = endOf(exitCode, exitSignal)
      clearTimeout(timer)
      clearInterval(use)
      run.signal?.removeEventListener('abort', abort)
      // Whatever the child started in its group goes with it.
      killGroup(child)
      if (stopped !== undefined) reject(stopped)
      else if (answer?.kind === 'done' && Check(run.answer, answer.result)) resolve(answer.result)
      else if (answer?.kind === 'done') reject(new IsolatedCrash('the answer of the child is none'))
      else if (answer?.kind === 'failure') reject(failureOf(answer, run.failures))
      else if (answer?.kind === 'fault') reject(new Error(answer.message))
      else reject(crash(loaded, code, signal, stderr))
    })
    const message: StartMessage = {
      args: run.args,
      inputPath: isIsolated() ? INPUT : run.inputPath,
      user: run.user,
      parentPid: isIsolated() ? undefined : process.pid,
    }
    channel.write(lineOf(message))
  })
}

function failureOf({ code, params, cause }: Extract<ChildMessage, { kind: 'failure' }>, known: readonly FailureCode[]) {
  const own = known.find((one) => one === code)
  return own
    ? new InputFailure(own, params, { cause })
    : new IsolatedCrash(`the child fails as no script does: ${code}`)
}

const isIsolated = () => isolation().bwrap !== undefined

function start(run: IsolatedRun<unknown, TSchema>): ChildProcess {
  const heapMegabytes = Math.floor((run.maxMemoryBytes * 0.75) / 2 ** 20)
  const workDir = childFolder(run.workDir)
  const tools = (run.tools ?? []).flatMap((tool) => (tool ? programFolder(tool) : []))
  const [command, ...args] = isolated([process.execPath, `--max-old-space-size=${heapMegabytes}`, run.script], {
    workDir,
    reads: [...ourProgram, ...tools, givenFolder(run.workDir), [run.inputPath, INPUT]],
    changesUser: run.user !== undefined,
  }) as [string, ...string[]]
  return spawn(command, args, {
    cwd: workDir,
    // Nothing of ours is inherited: a script that is taken over finds no password in its environment.
    env: { PATH: process.env.PATH, HOME: workDir, TMPDIR: workDir },
    // Not Node's own channel: it ends the process that reads what is no JSON.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

/** bubblewrap stays outside as our child; inside, its own first process has one child, which is the script. */
function scriptOf(bwrap: number | undefined): number | undefined {
  const first = childOf(bwrap)
  return first === undefined ? undefined : childOf(first)
}

function childOf(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || undefined
  } catch {
    return undefined
  }
}

/** bubblewrap ends with 128 and the number of the signal that ended the script. */
function endOf(code: number | null, signal: NodeJS.Signals | null): { code: number | null; signal: string | null } {
  if (signal || !isIsolated() || code === null || code <= 128) return { code, signal }
  return { code: null, signal: Object.entries(constants.signals).find(([, n]) => n === code - 128)?.[0] ?? null }
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

/** RSS and processor time of a process, zeros when it is gone or the host has no /proc. */
async function useOf(pid: number | undefined): Promise<{ bytes: number; cpuMs: number }> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  )
  // The name of the program stands in brackets and may hold anything; user and system time are the 12th and 13th after.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
  return {
    bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0) * 1024,
    cpuMs: ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND,
  }
}
