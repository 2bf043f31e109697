import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { processes, root } from '../start/processes.js'
import { startTestSystem, type TestSystem } from '../test/test-system.js'

export interface CliSystem extends TestSystem {
  /** `npm run toile -- ...args` against this system; `onOutput` gets all that was printed so far. */
  toile(args: string[], onOutput?: (output: string) => void): Promise<{ code: number; output: string }>
}

/** Every process of Toile, and its command line. */
export async function startCliSystem(): Promise<CliSystem> {
  const all = processes.map(({ name }) => name)
  const system = await startTestSystem(all, { LOG_LEVEL: 'silent' })
  return {
    ...system,
    async toile(args, onOutput) {
      const child = spawn(process.execPath, [path.join(root, 'infra/dist/cli/toile.js'), ...args], { env: system.env })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          onOutput?.(output)
        })
      const [code] = (await once(child, 'close')) as [number]
      return { code, output }
    },
  }
}
