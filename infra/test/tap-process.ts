import { on } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runFiles, type FileRun } from '@toile/testing/tap'
import { root } from '../start/processes.js'
import type { FileEnd, FileOrder } from './tap-processes.js'

// Runs compiled test files one after the other, as the parent names them: what they import is loaded once. TAP goes to
// stdout. Ends when the parent disconnects, unless a file has left something open.

/** Set by libraries when they are loaded: sharp's. */
const ofLibraries = ['VIPSHOME']

async function* files(): AsyncGenerator<FileRun> {
  // tap lets a process end although its channel is open.
  process.channel!.ref()
  for await (const [order] of on(process, 'message', { close: ['disconnect'] })) {
    const { file, round, timeoutMs } = order as FileOrder
    const before = { ...process.env }
    const url = pathToFileURL(path.join(root, file)).href
    yield {
      name: file,
      // The query lets a file that runs again be evaluated again.
      url: round > 1 ? `${url}?round=${round}` : url,
      timeoutMs,
      onEnd() {
        const names = Object.keys({ ...before, ...process.env })
        const changed = names.filter((name) => before[name] !== process.env[name] && !ofLibraries.includes(name))
        process.send!({ changed } satisfies FileEnd)
      },
    }
  }
}

await runFiles(files())
