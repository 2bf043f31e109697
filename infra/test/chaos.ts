import { linesOf } from './lines-of.js'
import { add, type Part, type Result } from './result.js'
import type { TestFile } from './test-files.js'

export const chaos: TestFile = {
  part: 'chaos',
  source: 'infra/chaos/chaos.ts',
  run: 'infra/dist/chaos/chaos.js',
  workspace: 'infra',
}

/** Lines that say what was wrong and how to find out more: the seed, the kept logs, each breach and each error. */
const REMARK = /^[ \d.]+ s {2}(seed|its logs|aborted)|^\S+ (lost|doubled|stuck): |^fault "|^too few/

export async function runChaos({ env, files, signal, say }: Part): Promise<Result> {
  const total: Required<Result> = { passed: 0, failed: 0, remarks: [], seconds: [] }
  for (const { run } of files) {
    let result: Result = { passed: 0, failed: 1 }
    const remarks: string[] = []
    const code = await linesOf(['--enable-source-maps', run, '--short'], {
      env,
      signal,
      onLine(line) {
        say(line)
        if (REMARK.test(line)) remarks.push(line.trim())
        const [, passed, failed] = /^chaos: (\d+) passed, (\d+) failed$/.exec(line) ?? []
        if (passed && failed) result = { passed: Number(passed), failed: Number(failed) }
      },
    })
    const failed = result.failed || (code === 0 ? 0 : 1)
    add(total, { ...result, failed, remarks: failed ? [['chaos: failed', ...remarks].join('\n')] : [] })
  }
  return total
}
