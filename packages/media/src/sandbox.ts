import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { constants } from 'node:os'
import type { Duplex } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { InputFailure, type FailureCode } from '@toile/contracts/failures'
import { syscallFilter } from '@toile/runtime/syscall-filter'
import { sendSignal } from '@toile/runtime/send-signal'
import type { SystemUser } from '@toile/runtime/system-user'
import { isolated, isolation, ourProgram, programFolder } from '@toile/runtime/isolation'
import { childFolder, givenFolder } from './made-files.js'
import { SandboxError } from './sandbox-error.js'
import { assertMade, watchUse, type IsolatedLimits } from './sandbox-use.js'
import { CHANNEL, ChildMessage, lineOf, readMessages, type StartMessage } from './sandbox-messages.js'

const STDERR_KEPT_CHARS = 8_000
/** Limit of messages per run. A model of 512 textures, the most allowed, sends one progress message per texture. */
const MAX_MESSAGES = 10_000
const MAX_ANSWER_CHARS = 65_536
/** This limit is enough for a model's three levels of up to 1 GB each and its source files, or for a film's frames. */
const MAX_MADE_BYTES = 4 * 2 ** 30
/** File descriptor from which bubblewrap reads the seccomp filter before it starts the script. */
const FILTER = 4
const INPUT = '/input'

export interface IsolatedJob {
  /** The worker's folder. The child writes to a subfolder that belongs to `user`, see made-files.ts. */
  workDir: string
  signal?: AbortSignal | undefined
  /** The child drops its rights by becoming this user. For this, the worker must run as root. */
  user?: SystemUser | undefined
}

export interface IsolatedRun<Args, Answer extends TSchema> extends IsolatedLimits, IsolatedJob {
  script: string
  args: Args
  /** The untrusted file. The child opens it before dropping its rights, so the media user need not have access. */
  inputPath: string
  tools?: (string | undefined)[]
  /** The script and its tools together may use this many bytes more than `maxMemoryBytes`, 0 by default. */
  maxToolBytes?: number
  /** Limit of all files in the child's folder together, 4 GB by default. */
  maxMadeBytes?: number
  /** Schema of the script's answer. It is enforced, because the input may have compromised the script. */
  answer: Answer
  /** Limit of the answer as JSON, 64 K characters by default. Only answers about models take more than 3 K. */
  maxAnswerChars?: number
  /** Failure codes that the script may report. Any other code counts as a crash. */
  failures: readonly FailureCode[]
  steps?: readonly string[]
  timeoutMs: number
  /** Returns the limits that apply once the script has reported its input's weight. V8's heap limit does not change. */
  limitsOf?: ((weightBytes: number) => IsolatedLimits) | undefined
  onProgress?: ((step: string, fraction: number) => void) | undefined
}

/**
 * Runs one of our scripts as a child, with the rights of `run.user` if given and, if the host allows, in namespaces of
 * its own. Limits the wall time, the length of files and, if the host has /proc, the memory and CPU time of all the
 * child's processes. Use takeFile() for the files that the child made.
 * @throws InputFailure that the script reports, or PROCESSING_TOO_LONG or PROCESSING_OUT_OF_MEMORY at a limit;
 * SandboxError when the child crashes or breaks the rules; the signal's reason when cancelled; Error for a server fault
 */
export async function runIsolated<Args, Answer extends TSchema>(
  run: IsolatedRun<Args, Answer>,
): Promise<Static<Answer>> {
  run.signal?.throwIfAborted()
  await mkdir(givenFolder(run.workDir), { recursive: true, mode: 0o755 })
  await mkdir(childFolder(run.workDir), { recursive: true, mode: 0o700 })
  if (run.user) {
    await chown(childFolder(run.workDir), run.user.uid, run.user.gid)
    // On a host without isolation, the child reaches its folder through `workDir`. It may enter but not list `workDir`.
    await chmod(run.workDir, 0o711)
  }
  const child = start(run)
  return new Promise<Static<Answer>>((resolve, reject) => {
    let answer: ChildMessage | undefined
    let loaded = false
    let stopped: unknown
    let stderr = ''
    const killGroup = () => child.pid !== undefined && sendSignal(-child.pid, 'SIGKILL')
    const stop = (reason: unknown) => {
      stopped ??= reason
      killGroup()
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
    // A child that dies at once breaks the channel. The child's 'close' event then reports the reason.
    channel.on('error', () => {})
    const hear = (message: unknown) => {
      if (++messageCount > MAX_MESSAGES) return stop(new SandboxError('the child sends too many messages'))
      if (!Check(ChildMessage, message)) return stop(new SandboxError('the child sends an invalid message'))
      if (message.kind === 'loaded') loaded = true
      else if (message.kind === 'progress' && !run.steps?.includes(message.step))
        stop(new SandboxError('the child reports an unknown step'))
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
      // Processes that the child started may still run in its group.
      killGroup()
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

async function verdict<Args, Answer extends TSchema>(
  run: IsolatedRun<Args, Answer>,
  answer: ChildMessage | undefined,
  crashed: () => Error,
): Promise<Static<Answer>> {
  if (answer?.kind === 'failure') throw failureOf(answer, run.failures)
  if (answer?.kind === 'fault') throw new Error(answer.message)
  if (answer?.kind !== 'done') throw crashed()
  if (!Check(run.answer, answer.result)) throw new SandboxError("the child's answer is invalid")
  await assertMade(madeOf(run))
  return answer.result
}

const madeOf = ({ workDir, maxMadeBytes = MAX_MADE_BYTES }: IsolatedRun<unknown, TSchema>) => ({
  folder: childFolder(workDir),
  maxMadeBytes,
})

function failureOf({ code, params, cause }: Extract<ChildMessage, { kind: 'failure' }>, known: readonly FailureCode[]) {
  const own = known.find((one) => one === code)
  return own
    ? new InputFailure(own, params, { cause })
    : new SandboxError(`the child reports an unknown failure: ${code}`)
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
    // The child inherits only PATH: a compromised script must not find passwords in its environment.
    env: { PATH: process.env.PATH, HOME: workDir, TMPDIR: workDir },
    // The channel is a pipe, because invalid JSON on Node's IPC channel would end the reading process.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', filter ? 'pipe' : 'ignore'],
    detached: true,
  })
  // If the child cannot start, writing the filter fails, too. The child's 'error' event then reports the failure.
  if (filter) (child.stdio[FILTER] as Duplex).on('error', () => {}).end(filter)
  return child
}

/** Limits a file's length, holes included (POSIX: 512-byte blocks), and the number of open files. No core dumps. */
const limitedTo = (maxBytes: number) =>
  `ulimit -c 0; ulimit -f ${Math.ceil(maxBytes / 512)}; ulimit -n 1024 2>/dev/null; exec "$0" "$@"`

/** bubblewrap exits with 128 + the number of the signal that ended the script. */
function endOf(code: number | null, signal: NodeJS.Signals | null): End {
  if (signal || !isIsolated() || code === null || code <= 128) return { code, signal }
  return { code: null, signal: Object.entries(constants.signals).find(([, n]) => n === code - 128)?.[0] ?? null }
}

interface End {
  code: number | null
  signal: string | null
}

function crash(loaded: boolean, { code, signal }: End, stderr: string): Error {
  // V8 writes this text when it aborts. A SIGKILL that is not ours comes from the kernel's out-of-memory killer.
  if (stderr.includes('heap out of memory') || signal === 'SIGKILL') return new InputFailure('PROCESSING_OUT_OF_MEMORY')
  const words = `child ended with ${signal ?? code}: ${stderr.slice(-2_000)}`
  return loaded ? new SandboxError(words) : new Error(words)
}
