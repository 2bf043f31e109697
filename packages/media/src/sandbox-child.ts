import { openSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { InputFailure, type FailureCode, type Params } from '@toile/contracts/failures'

export interface StartMessage {
  args: unknown
  inputPath: string
  user: { uid: number; gid: number } | undefined
  parentPid: number
}

export type ChildMessage =
  | { kind: 'loaded' }
  | { kind: 'progress'; step: string; fraction: number }
  | { kind: 'done'; result: unknown }
  | { kind: 'failure'; code: FailureCode; params: Params }
  | { kind: 'fault'; message: string }

// A thread of its own, because the main one may be in a long loop when the worker is killed. (The kernel's parent
// death signal would not do: it is cleared when the child drops to another user.)
const WATCH_PARENT = `
  const { workerData } = require('node:worker_threads')
  // The whole group: ffmpeg, which the script may have started, has nobody else to end it.
  setInterval(() => { if (process.ppid !== workerData) process.kill(-process.pid, 'SIGKILL') }, 250)`

/**
 * The child's side of runIsolated(): a script imports all its code, so that it is loaded with the rights of the
 * worker (the code may lie where the media user cannot read), and calls this once. `work` gets the arguments, the
 * open input and a function for progress (0 to 1 within the step), and runs with rights dropped.
 */
export function serveIsolated<Args>(
  work: (args: Args, inputFd: number, progress: (step: string, fraction: number) => void) => Promise<unknown>,
) {
  process.once('message', (start: StartMessage) => void serve(start, work as Parameters<typeof serve>[1]))
}

async function serve(
  start: StartMessage,
  work: (args: unknown, inputFd: number, progress: (step: string, fraction: number) => void) => Promise<unknown>,
) {
  let last: ChildMessage
  try {
    new Worker(WATCH_PARENT, { eval: true, workerData: start.parentPid }).unref()
    const inputFd = openSync(start.inputPath, 'r')
    if (start.user) dropTo(start.user)
    tell({ kind: 'loaded' })
    last = {
      kind: 'done',
      result: await work(start.args, inputFd, (step, fraction) => tell({ kind: 'progress', step, fraction })),
    }
  } catch (error) {
    last =
      error instanceof InputFailure
        ? { kind: 'failure', code: error.code, params: error.params }
        : { kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  process.send?.(last, () => process.exit(0))
}

function tell(message: ChildMessage) {
  process.send?.(message)
}

function dropTo(user: { uid: number; gid: number }) {
  process.setgroups?.([])
  process.setgid?.(user.gid)
  process.setuid?.(user.uid)
}
