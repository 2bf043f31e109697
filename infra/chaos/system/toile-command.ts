import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '@toile/runtime/root'

/** Delay before `strike`. The command works for some seconds, so the strike then interrupts its work. */
const STRUCK_AFTER_MS = 1_500

/** Runs a command. If it still runs after the delay, `strike` gets a way to kill it. @returns whether it succeeded */
export async function toile(
  args: string[],
  env: Record<string, string>,
  strike?: (kill: () => void) => void,
): Promise<boolean> {
  const child = spawn(process.execPath, [path.join(root, 'infra/dist/cli/toile.js'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  if (strike) {
    await Promise.race([ended, wait(STRUCK_AFTER_MS)])
    if (child.exitCode === null) strike(() => child.kill('SIGKILL'))
  }
  const [code] = await ended
  return code === 0
}
