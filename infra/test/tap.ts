import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../start/processes.js'
import { linesOf } from './lines-of.js'
import { nothing, type Part, type Result } from './result.js'
import { createTapReader } from './tap-lines.js'

/** Seconds that one test file may take; one that hangs is ended and counts as failed. */
const FILE_TIMEOUT_S = 240

/** Runs the compiled tap files of every workspace, three at a time: on two cores, because many wait for others. */
export async function runTap({ env, patterns, signal, say }: Part): Promise<Result> {
  const files = testFiles().filter((file) => !patterns.length || patterns.some((pattern) => file.includes(pattern)))
  if (files.length === 0) return nothing
  const reader = createTapReader(say)
  const require = createRequire(import.meta.url)
  const tap = path.join(path.dirname(require.resolve('tap/package.json')), 'dist/esm/run.mjs')
  const args = ['run', '--disable-coverage', '--reporter=tap', '--jobs=3', `--timeout=${FILE_TIMEOUT_S}`]
  const code = await linesOf([tap, ...args, ...files], { env, signal, onLine: reader.read })
  const result = reader.end()
  if (code !== 0 && result.failed === 0) {
    say(`tap ended with code ${code} although no test failed`)
    return { ...result, failed: 1 }
  }
  return result
}

function testFiles(): string[] {
  const groups = ['packages', 'services', 'workers'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(group, name, 'dist')),
  )
  return [...groups, 'infra/dist'].flatMap((folder) => {
    if (!existsSync(path.join(root, folder))) return []
    const files = readdirSync(path.join(root, folder), { recursive: true }) as string[]
    return files.filter((file) => file.endsWith('.test.js')).map((file) => path.join(folder, file))
  })
}
