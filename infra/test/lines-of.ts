import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from '../start/processes.js'

/** Runs a node script in the repository root, hands on each line it prints, and resolves to its exit code. */
export function linesOf(
  args: string[],
  options: { env: Record<string, string>; signal: AbortSignal; onLine: (line: string) => void },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const end = () => child.kill('SIGTERM')
    options.signal.addEventListener('abort', end)
    createInterface({ input: child.stdout }).on('line', options.onLine)
    child.once('error', reject)
    child.once('close', (code) => {
      options.signal.removeEventListener('abort', end)
      resolve(code ?? 1)
    })
  })
}
