import { openSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { cutText } from '@toile/contracts/cut-text'
import { InputFailure } from '@toile/contracts/failures'
import { CHANNEL, lineOf, readMessages, type ChildMessage, type StartMessage } from './sandbox-messages.js'

const channel = new Socket({ fd: CHANNEL })

// Without bubblewrap, a thread watches the parent process, because the main thread may be in a long loop when the
// parent dies. A parent death signal would not work: the kernel clears it when the child changes its user.
const WATCH_PARENT = `
  const { workerData } = require('node:worker_threads')
  // Kills the whole process group, because nothing else ends ffmpeg if the script has started it.
  setInterval(() => { if (process.ppid !== workerData) process.kill(-process.pid, 'SIGKILL') }, 250)`

/**
 * Serves one run of runIsolated(). Call serveIsolated() once, and only after the script has imported all its code,
 * because `work` may run as a media user who has no right to read the code.
 */
export function serveIsolated<Args>(work: IsolatedWork<Args>) {
  readMessages(channel, (start) => {
    // No more messages follow, so the open channel must not keep the process alive.
    channel.unref()
    void serve(start as StartMessage, work as IsolatedWork<unknown>)
  })
}

type IsolatedWork<Args> = (
  args: Args,
  inputFd: number,
  progress: (step: string, fraction: number) => void,
  /** Reports the input's weight, roughly its unpacked bytes. The weight sets the limits for the rest of the run. */
  weigh: (bytes: number) => void,
) => Promise<unknown>

async function serve(start: StartMessage, work: IsolatedWork<unknown>) {
  let last: ChildMessage
  try {
    if (start.parentPid !== undefined) new Worker(WATCH_PARENT, { eval: true, workerData: start.parentPid }).unref()
    const inputFd = openSync(start.inputPath, 'r')
    if (start.user) dropTo(start.user)
    tell({ kind: 'loaded' })
    const progress = (step: string, fraction: number) => tell({ kind: 'progress', step, fraction })
    const weigh = (bytes: number) => tell({ kind: 'weight', bytes })
    last = { kind: 'done', result: await work(start.args, inputFd, progress, weigh) }
  } catch (error) {
    last =
      error instanceof InputFailure
        ? {
            kind: 'failure',
            code: error.code,
            params: error.params,
            ...(error.cause !== undefined && { cause: wordsOf(error.cause) }),
          }
        : { kind: 'fault', message: wordsOf(error) }
  }
  channel.end(lineOf(last), () => process.exit(0))
}

const wordsOf = (error: unknown) =>
  cutText(error instanceof Error ? (error.stack ?? error.message) : String(error), 16_000)

function tell(message: ChildMessage) {
  channel.write(lineOf(message))
}

function dropTo(user: { uid: number; gid: number }) {
  process.setgroups?.([])
  process.setgid?.(user.gid)
  process.setuid?.(user.uid)
}
