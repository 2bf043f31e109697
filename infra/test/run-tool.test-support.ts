import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '@toile/runtime/root'

/** Runs a tool of infra/test/test-tools.ts in the root. @returns its output */
export async function runTool(variable: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const program = process.env[variable]
  if (!program) throw new Error(`${variable} is not set: run the tests with \`npm test\`, which gets what they need`)
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    maxBuffer: 16 * 2 ** 20,
  })
  return stdout
}

export const inRoot = (...names: string[]): string => path.join(root, ...names)
