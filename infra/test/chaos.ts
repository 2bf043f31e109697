import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../start/processes.js'
import { linesOf } from './lines-of.js'
import { nothing, type Part, type Result } from './result.js'

const ENTRY = 'infra/dist/chaos/chaos.js'

/** Runs the short chaos; its last line is `chaos: N passed, N failed`. */
export async function runChaos({ env, patterns, signal, say }: Part): Promise<Result> {
  if (patterns.length || !existsSync(path.join(root, ENTRY))) return nothing
  let result: Result | undefined
  const code = await linesOf(['--enable-source-maps', ENTRY, '--short'], {
    env,
    signal,
    onLine(line) {
      say(line)
      const [, passed, failed] = /^chaos: (\d+) passed, (\d+) failed$/.exec(line) ?? []
      if (passed && failed) result = { passed: Number(passed), failed: Number(failed) }
    },
  })
  if (!result) return { passed: 0, failed: 1 }
  return { ...result, failed: result.failed || (code === 0 ? 0 : 1) }
}
