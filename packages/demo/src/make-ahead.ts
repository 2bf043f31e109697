import { fork } from 'node:child_process'
import path from 'node:path'
import { root } from '@toile/runtime/root'

interface Ahead {
  untilMade(name: string): Promise<void>
  end(): Promise<void>
}

/**
 * Makes garments in a separate process, because each keeps a core busy for seconds. One process makes all of them, so
 * that the code loads only once.
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
    const reported = new Promise<void>((resolve) => child.on('message', (made) => made === name && resolve()))
    const made = Promise.race([reported, allMade])
    // This prevents an unhandled rejection, because the promise may reject before it is awaited.
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
