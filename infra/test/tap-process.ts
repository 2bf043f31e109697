import { spawnSync } from 'node:child_process'
import { on } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runFiles, type FileRun } from '@toile/testing/tap'
import { root } from '@toile/runtime/root'
import type { FileEnd, FileOrder } from './tap-processes.js'

// This process runs compiled test files in sequence, with shared imports. It ends with its parent.

/** Time from the disconnect to the report of what is still open. The parent kills this process later, after END_MS. */
const STILL_OPEN_AFTER_MS = 25_000

/** Environment variables that sharp sets when loaded. */
const ofLibraries = ['VIPSHOME']

async function* files(): AsyncGenerator<FileRun> {
  // Without this reference, tap would let the process end although its channel is open.
  process.channel!.ref()
  for await (const [order] of on(process, 'message', { close: ['disconnect'] })) {
    const { file, round, timeoutMs } = order as FileOrder
    const before = { ...process.env }
    const url = pathToFileURL(path.join(root, file)).href
    yield {
      name: file,
      // Node would not run a file again under the same URL, so the query differs in each round.
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

process.once('disconnect', () => {
  setTimeout(() => {
    const children = spawnSync('ps', ['-o', 'pid,etime,args', '--ppid', String(process.pid)], {
      encoding: 'utf8',
    }).stdout
    console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}\n${children}`)
  }, STILL_OPEN_AFTER_MS).unref()
})
await runFiles(files())
