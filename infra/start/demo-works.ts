import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '@toile/runtime/root'

const markOf = (dataDir: string) => path.join(dataDir, 'demo', 'to-do')

export function wantDemoWorks(dataDir: string): void {
  mkdirSync(path.dirname(markOf(dataDir)), { recursive: true })
  writeFileSync(
    markOf(dataDir),
    'Toile publishes its demo works while this file is here. Delete it to have no more of them.\n',
  )
}

export function addDemoWorks(dataDir: string, say: (line: string) => void, signal: AbortSignal): void {
  if (!existsSync(markOf(dataDir)) || signal.aborted) return
  const child = spawn(process.execPath, [path.join(root, 'infra/dist/start/demo/seed-works.js')], {
    env: { ...process.env, DATA_DIR: dataDir },
    // The IPC channel closes when this process ends, even after a kill -9. The child then ends, too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout!, child.stderr!]) createInterface({ input: stream }).on('line', say)
  child.once('error', (error) => say(`The demo works could not be started: ${error.message}`))
  signal.addEventListener('abort', () => child.kill('SIGTERM'))
}
