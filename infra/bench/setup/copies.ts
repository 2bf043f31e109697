import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@toile/runtime/ports'
import { processes, processProgram } from '../../start/processes.js'

export interface Copy {
  pid: number
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const READY_POLL_MS = 50

/** Starts another copy of the process `name`. Resolves when the copy is ready. Throws when it ends before that. */
export async function startCopy(
  name: string,
  env: Record<string, string>,
  own: Record<string, string> = {},
): Promise<Copy> {
  const entry = processes.find((one) => one.name === name)!
  const program = processProgram(entry, { ...env, ...own }, await freePort())
  // The IPC channel closes when this process ends, even if it crashes. The child then ends, too.
  const child = spawn(program.command, program.args, { env: program.env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = once(child, 'exit')
  while (!(await program.isReady())) {
    const code = child.exitCode ?? child.signalCode
    if (code !== null) throw new Error(`Another ${name} ended with ${code}`)
    await wait(READY_POLL_MS)
  }
  return {
    pid: child.pid!,
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}
