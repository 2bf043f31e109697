import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@toile/runtime/ports'
import { processes, processProgram } from '../../start/processes.js'

/** A further copy of a process of Toile. */
export interface Copy {
  pid: number
  /** Ends it, and waits until it has. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const READY_POLL_MS = 50

/** Starts one more of the process of this name, with variables of its own; resolves when it is ready. Throws when it ends. */
export async function startCopy(
  name: string,
  env: Record<string, string>,
  own: Record<string, string> = {},
): Promise<Copy> {
  const entry = processes.find((one) => one.name === name)!
  const program = processProgram(entry, { ...env, ...own }, await freePort())
  // The channel lets it end with us, however we end.
  const child = spawn(program.command, program.args, { env: program.env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = once(child, 'exit')
  while (!(await program.isReady())) {
    if (child.exitCode !== null) throw new Error(`A further ${name} ended with code ${child.exitCode}`)
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
