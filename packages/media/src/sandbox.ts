import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { constants } from 'node:os'
import type { Duplex } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { InputFailure, type FailureCode } from '@toile/contracts/failures'
import { syscallFilter } from '@toile/runtime/syscall-filter'
import { isolated, isolation, ourProgram, programFolder } from '@toile/runtime/isolation'
import { childFolder, givenFolder } from './made-files.js'
import { SandboxError } from './sandbox-error.js'
import { assertMade, watchUse, type IsolatedLimits } from './sandbox-use.js'
import { CHANNEL, ChildMessage, lineOf, readMessages, type StartMessage } from './sandbox-messages.js'

const STDERR_KEPT_CHARS = 8_000
/** Of one run: a render of 4,096 samples in 32 pictures says some hundred. */
const MAX_MESSAGES = 10_000
const MAX_ANSWER_CHARS = 65_536
/** Of a model three levels of a GB each, and what it was made of; a film has as much in frames. */
const MAX_MADE_BYTES = 4 * 2 ** 30
/** The descriptor from which bubblewrap reads the filter of system calls, before it starts the script. */
const FILTER = 4
/** Where an isolated child finds its file. */
const INPUT = '/input'

export interface IsolatedRun<Args, Answer extends TSchema> extends IsolatedLimits {
  /** Our script, compiled, which calls serveIsolated(). */
  script: string
  args: Args
  /** The one file the script may look at, beside those of giveFile(); opened before any right is dropped. */
  inputPath: string
  /** Programs that the script starts. */
  tools?: (string | undefined)[]
  /** What these may hold in memory, beside the script. */
  maxToolBytes?: number
  /** Of all files in its folder together, and so of each; 4 GB where left out. */
  maxMadeBytes?: number
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
 * isolated(): limits on what all of its processes together use, see watchUse(), on the length of a file (by the kernel) and
 * on wall time, rights dropped. Resolves with the script's answer when the child is gone. Files that it made are taken by
 * takeFile().
 * @throws InputFailure as the script threw it, or PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; SandboxError;
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
    const stopWatching = watchUse(
      { ...madeOf(run), pid: child.pid, limits: () => limits, maxToolBytes: run.maxToolBytes },
      stop,
    )
    run.signal?.addEventListener('abort', abort, { once: true })

    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-STDERR_KEPT_CHARS)))
    let messageCount = 0
    const channel = child.stdio[CHANNEL] as Duplex
    // A child that died at once closes it: 'close' tells why, this error would not.
    channel.on('error', () => {})
    const hear = (message: unknown) => {
      if (++messageCount > MAX_MESSAGES) return stop(new SandboxError('the child says too much'))
      if (!Check(ChildMessage, message)) return stop(new SandboxError('the child says what no script says'))
      if (message.kind === 'loaded') loaded = true
      else if (message.kind === 'progress' && !run.steps?.includes(message.step))
        stop(new SandboxError('the child is at a step that no script has'))
      else if (message.kind === 'progress') run.onProgress?.(message.step, message.fraction)
      else if (message.kind === 'weight') limits = run.limitsOf?.(message.bytes) ?? limits
      else answer = message
    }
    readMessages(channel, hear, run.maxAnswerChars ?? MAX_ANSWER_CHARS)
    child.on('error', (error) => stop(error))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      stopWatching()
      run.signal?.removeEventListener('abort', abort)
      // Whatever the child started in its group goes with it.
      killGroup(child)
      if (stopped !== undefined) return reject(stopped)
      verdict(run, answer, () => crash(loaded, endOf(code, signal), stderr)).then(resolve, reject)
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

/** @throws what is wrong with what the child has said and made */
async function verdict<Args, Answer extends TSchema>(
  run: IsolatedRun<Args, Answer>,
  answer: ChildMessage | undefined,
  crashed: () => Error,
): Promise<Static<Answer>> {
  if (answer?.kind === 'failure') throw failureOf(answer, run.failures)
  if (answer?.kind === 'fault') throw new Error(answer.message)
  if (answer?.kind !== 'done') throw crashed()
  if (!Check(run.answer, answer.result)) throw new SandboxError('the answer of the child is none')
  await assertMade(madeOf(run))
  return answer.result
}

const madeOf = ({ workDir, maxMadeBytes = MAX_MADE_BYTES }: IsolatedRun<unknown, TSchema>) => ({
  folder: childFolder(workDir),
  maxMadeBytes,
})

function failureOf({ code, params, cause }: Extract<ChildMessage, { kind: 'failure' }>, known: readonly FailureCode[]) {
  const own = known.find((one) => one === code)
  return own ? new InputFailure(own, params, { cause }) : new SandboxError(`the child fails as no script does: ${code}`)
}

const isIsolated = () => isolation().bwrap !== undefined

function start(run: IsolatedRun<unknown, TSchema>): ChildProcess {
  const heapMegabytes = Math.floor((run.maxMemoryBytes * 0.75) / 2 ** 20)
  const workDir = childFolder(run.workDir)
  const tools = (run.tools ?? []).flatMap((tool) => (tool ? programFolder(tool) : []))
  const script = [process.execPath, `--max-old-space-size=${heapMegabytes}`, run.script]
  const filter = isIsolated() ? syscallFilter() : undefined
  const [command, ...args] = isolated(['/bin/sh', '-c', limitedTo(madeOf(run).maxMadeBytes), ...script], {
    workDir,
    reads: [...ourProgram(run.script), ...tools, givenFolder(run.workDir), [run.inputPath, INPUT]],
    changesUser: run.user !== undefined,
    filterFd: filter && FILTER,
  }) as [string, ...string[]]
  const child = spawn(command, args, {
    cwd: workDir,
    // Nothing of ours is inherited: a script that is taken over finds no password in its environment.
    env: { PATH: process.env.PATH, HOME: workDir, TMPDIR: workDir },
    // Not Node's own channel: it ends the process that reads what is no JSON.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', filter ? 'pipe' : 'ignore'],
    detached: true,
  })
  // Where it could not be started nobody reads it; 'error' tells of that.
  if (filter) (child.stdio[FILTER] as Duplex).on('error', () => {}).end(filter)
  return child
}

/**
 * No file is longer, not even one with a hole, in blocks of 512 bytes (POSIX); few are open; what dies leaves no core.
 */
const limitedTo = (maxBytes: number) =>
  `ulimit -c 0; ulimit -f ${Math.ceil(maxBytes / 512)}; ulimit -n 1024 2>/dev/null; exec "$0" "$@"`

/** bubblewrap ends with 128 and the number of the signal that ended the script. */
function endOf(code: number | null, signal: NodeJS.Signals | null): End {
  if (signal || !isIsolated() || code === null || code <= 128) return { code, signal }
  return { code: null, signal: Object.entries(constants.signals).find(([, n]) => n === code - 128)?.[0] ?? null }
}

interface End {
  code: number | null
  signal: string | null
}

function crash(loaded: boolean, { code, signal }: End, stderr: string): Error {
  // V8 aborts with these words; a SIGKILL that is not ours is the kernel's own out-of-memory killer.
  if (stderr.includes('heap out of memory') || signal === 'SIGKILL') return new InputFailure('PROCESSING_OUT_OF_MEMORY')
  const words = `child ended with ${signal ?? code}: ${stderr.slice(-2_000)}`
  return loaded ? new SandboxError(words) : new Error(words)
}

function killGroup(child: ChildProcess) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
