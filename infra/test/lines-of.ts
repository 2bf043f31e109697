import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from '@toile/runtime/root'

const END_MS = 30_000

/** Runs node with `args`. @returns the exit code, or 1 if a signal ended node or the run was aborted before it */
export function linesOf(
  args: string[],
  options: { env: Record<string, string>; signal: AbortSignal; onLine: (line: string) => void },
): Promise<number> {
  if (options.signal.aborted) return Promise.resolve(1)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let killing: NodeJS.Timeout | undefined
    const end = () => {
      child.kill('SIGTERM')
      killing = setTimeout(() => {
        child.kill('SIGKILL')
        // Programs that it started may hold its output open, so that 'close' would not be emitted.
        child.stdout.destroy()
      }, END_MS)
    }
    options.signal.addEventListener('abort', end)
    createInterface({ input: child.stdout }).on('line', options.onLine)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(killing)
      options.signal.removeEventListener('abort', end)
      resolve(code ?? 1)
    })
  })
}
