import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { endFiles, runFile } from '@toile/testing/tap'
import { root } from '../start/processes.js'
import type { FileOrder } from './tap-processes.js'

// Runs compiled test files one after the other, as the parent names them: what they import is loaded once. TAP goes to
// stdout, one subtest a file. Ends when the parent disconnects, unless a file has left something open.

process.on('message', (order: FileOrder) => void run(order))
process.on('disconnect', endFiles)

async function run({ file, round, timeoutMs }: FileOrder): Promise<void> {
  const before = { ...process.env }
  const url = pathToFileURL(path.join(root, file)).href
  // The query lets a file that runs again be evaluated again.
  await runFile(round > 1 ? `${url}?round=${round}` : url, file, timeoutMs)
  const names = Object.keys({ ...before, ...process.env })
  const changed = names.filter((name) => before[name] !== process.env[name])
  process.send!(changed)
}
