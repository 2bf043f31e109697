import { linesOf } from './lines-of.js'
import type { Part, Result } from './result.js'
import type { TestFile } from './test-files.js'

export const chaos: TestFile = {
  part: 'chaos',
  source: 'infra/chaos/chaos.ts',
  run: 'infra/dist/chaos/chaos.js',
  workspace: 'infra',
}

export async function runChaos({ env, files, signal, say }: Part): Promise<Result> {
  const total: Result = { passed: 0, failed: 0 }
  for (const { run } of files) {
    let result: Result = { passed: 0, failed: 1 }
    const code = await linesOf(['--enable-source-maps', run, '--short'], {
      env,
      signal,
      onLine(line) {
        say(line)
        const [, passed, failed] = /^chaos: (\d+) passed, (\d+) failed$/.exec(line) ?? []
        if (passed && failed) result = { passed: Number(passed), failed: Number(failed) }
      },
    })
    total.passed += result.passed
    total.failed += result.failed || (code === 0 ? 0 : 1)
  }
  return total
}
