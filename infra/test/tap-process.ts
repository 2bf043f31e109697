import { spawnSync } from 'node:child_process'
import { on } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runFiles, type FileRun } from '@toile/testing/tap'
import { root } from '@toile/runtime/root'
import type { FileEnd, FileOrder } from './tap-processes.js'

// Runs compiled test files one after the other, as the parent names them: what they import is loaded once. TAP goes to
// stdout. Ends when the parent disconnects, unless a file has left something open.

/** Less than the parent waits, see tap-processes.ts. */
const STILL_OPEN_AFTER_MS = 25_000

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

process.once('disconnect', () => {
  // Before the parent ends it: what it still waits for, and its processes.
  setTimeout(() => {
    const children = spawnSync('ps', ['-o', 'pid,etime,args', '--ppid', String(process.pid)], {
      encoding: 'utf8',
    }).stdout
    console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}\n${children}`)
  }, STILL_OPEN_AFTER_MS).unref()
})
await runFiles(files())
