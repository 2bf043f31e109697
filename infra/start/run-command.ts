import { spawn } from 'node:child_process'
import path from 'node:path'
import { StartupError } from './startup-error.js'
import { root } from '@toile/runtime/root'

/** Runs a node script to its end. @returns its output @throws StartupError with its output if it fails */
export async function runCommand(entry: string, env: Record<string, string>): Promise<string> {
  let output = ''
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, entry)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return output.trim()
  throw new StartupError(`${entry} failed:\n${output.trim()}`)
}
