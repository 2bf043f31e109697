import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import type { Part, Result } from './result.js'
import { createTapReader } from './tap-lines.js'

export interface FileOrder {
  /** Path of the compiled file, relative to the root. */
  file: string
  round: number
  timeoutMs: number
}

export interface FileEnd {
  changed: string[]
}

/** A test file that takes longer than this hangs. It is ended and fails. The slowest takes 250 s on a busy machine. */
const FILE_TIMEOUT_MS = 600_000
/** A file that still does not end is killed with its process. */
const KILL_AFTER_MS = FILE_TIMEOUT_MS + 15_000
/** Time for a process to end once it has no more files. */
const END_MS = 30_000

/**
 * `lines` is the TAP output. `logs` are the log lines that Toile's code wrote to the process's output meanwhile.
 * `logFolder` has the logs of the programs that tests of the process started, if any.
 */
type FileResult = Result & { lines: string[]; logs: string[]; logFolder: string }

export interface TapProcess {
  run(file: string): Promise<FileResult>
  /** Ends the process. If it has to be killed, resolves to a message that lists the test files, else to undefined. */
  end(): Promise<string | undefined>
}

/** Runs files in sequence in one process until a file fails. The next file then gets a clean new process. */
export function startTapProcess({ env, folder, signal }: Pick<Part, 'env' | 'folder' | 'signal'>): TapProcess {
  const rounds = new Map<string, number>()
  let child: ChildProcess | undefined
  let logFolder = ''
  let onLine: (line: string) => void = () => {}
  const kill = () => {
    child?.kill('SIGKILL')
    // Programs that its tests started may outlive it and hold its output open, so that 'close' would not be emitted.
    child?.stdout?.destroy()
  }
  signal.addEventListener('abort', kill)

  const start = () => {
    logFolder = mkdtempSync(path.join(folder, 'logs-'))
    const started = fork(path.join(root, 'infra/dist/test/tap-process.js'), {
      cwd: root,
      // Disables tap's timeout for the whole process, because each file has its own.
      env: { TEST_LOG_LEVEL: 'info', ...process.env, ...env, TEST_LOGS: logFolder, TAP_TIMEOUT: '0' },
      // Tests allocate many short-lived objects, so a larger young generation means fewer collections. The other
      // processes keep all cores busy, so threads that collect in parallel mostly wait for each other.
      execArgv: ['--enable-source-maps', '--max-semi-space-size=32', '--single-threaded-gc'],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    createInterface({ input: started.stdout! }).on('line', (line) => onLine(line))
    return started
  }

  /** A file is over when its end is reported and its last line is read, or when the process has ended. */
  const runIn = (process_: ChildProcess, order: FileOrder) =>
    new Promise<FileResult>((resolve) => {
      const reader = createTapReader()
      const printed: string[] = []
      const logs: string[] = []
      const startedAt = performance.now()
      let passed: boolean | undefined
      let changed: string[] | undefined
      const finish = (problem?: string) => {
        process_.off('message', onMessage)
        process_.off('close', onClose)
        const result = reader.end(problem ? 1 : 0)
        const lines = [...result.lines, ...printed, ...(problem ? [`not ok ${problem}`] : [])]
        resolve({ ...result, lines, logs, logFolder })
      }
      const finishWhenOver = () => {
        if (passed === undefined || !changed) return
        if (changed.length) finish(`it changed ${changed.join(', ')} of the environment`)
        else if (passed) finish()
        else if (performance.now() - startedAt < order.timeoutMs) finish('a test of it failed')
        else finish(`it took longer than ${order.timeoutMs / 1_000} s`)
      }
      // Ignores tap's own messages, which come over this channel, too. They have no `changed`.
      const onMessage = (message: Partial<FileEnd>) => {
        changed ??= message.changed
        finishWhenOver()
      }
      const onClose = (code: number | null, by: string | null) => finish(`its process ended with ${by ?? code}`)
      onLine = (line) => {
        if (line.startsWith(' '.repeat(8))) reader.read(line.slice(8))
        else if (line.startsWith('{"level":')) logs.push(line)
        else if (/^ {4}(not )?ok \d+ - /.test(line)) {
          passed = line.startsWith('    ok')
          finishWhenOver()
        } else if (!/^(TAP version| {4}| *# Subtest)|^$/.test(line)) printed.push(line)
      }
      process_.on('message', onMessage)
      process_.on('close', onClose)
      process_.send(order)
    })

  /** Closes the channel, and kills the process if it still runs after END_MS. @returns false if it had to be killed */
  const endsByItself = async (process_: ChildProcess) => {
    if (process_.exitCode !== null || process_.signalCode !== null) return true
    const exited = once(process_, 'exit')
    const timer = setTimeout(() => process_.kill('SIGKILL'), END_MS)
    if (process_.connected) process_.disconnect()
    await exited
    clearTimeout(timer)
    return process_.signalCode === null
  }

  return {
    async run(file) {
      const process_ = (child ??= start())
      const round = (rounds.get(file) ?? 0) + 1
      rounds.set(file, round)
      const timer = setTimeout(kill, KILL_AFTER_MS)
      const result = await runIn(process_, { file, round, timeoutMs: FILE_TIMEOUT_MS })
      clearTimeout(timer)
      if (result.failed) {
        await endsByItself(process_)
        child = undefined
      }
      return result
    },
    async end() {
      signal.removeEventListener('abort', kill)
      if (!child || (await endsByItself(child))) return undefined
      return `A process of tests did not end by itself; something is still open. It ran:\n${[...rounds.keys()].join('\n')}`
    },
  }
}
