import { fork } from 'node:child_process'
import path from 'node:path'
import { root } from '@toile/runtime/root'

interface Ahead {
  /** Resolves once the file of this garment is there. */
  untilMade(name: string): Promise<void>
  /** Ends the process, done or not. */
  end(): Promise<void>
}

/**
 * Makes these demo garments in a folder, one after the other. Each takes a core for seconds, which must neither stop this
 * process nor slow anything else down; one process for all of them loads its code once.
 */
export function makeAhead(names: readonly string[], folder: string, signal: AbortSignal): Ahead {
  const script = path.join(root, 'packages/demo/dist/make-garments.js')
  const child = fork(script, [folder, ...names], {
    signal,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<string | 0>((resolve) => {
    child.once('exit', (code, killed) => resolve(code === 0 ? 0 : `with ${code ?? killed}`))
    child.once('error', (error) => resolve(`with ${error.message}`))
  })
  child.setMaxListeners(names.length + 2)
  const allMade = ended.then((how) => {
    if (how) throw new Error(`making the garments ended ${how}`)
  })
  const waits = names.map((name) => {
    const told = new Promise<void>((resolve) => child.on('message', (made) => made === name && resolve()))
    const made = Promise.race([told, allMade])
    // It may fail before anybody waits for it.
    made.catch(() => {})
    return [name, made] as const
  })
  const made = new Map(waits)
  return {
    untilMade: async (name) => made.get(name),
    async end() {
      child.kill()
      await ended
    },
  }
}
