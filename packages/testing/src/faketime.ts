import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'

/**
 * Returns an environment in which libfaketime sets the clock but timers run normally.
 * @throws if `program`, the wrapper of Debian's package faketime, does not start
 */
export function faketimeEnvironment(program: string): Record<string, string> {
  removeLeftClocks()
  const library = execFileSync(program, ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']).toString().trim()
  return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

/** A killed process leaves a semaphore and shared memory that prevent the start of a later process with its pid. */
function removeLeftClocks(): void {
  for (const name of existsSync(SHARED_MEMORY) ? readdirSync(SHARED_MEMORY) : []) {
    const pid = /^(?:sem\.faketime_sem|faketime_shm)_(\d+)$/.exec(name)?.[1]
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(`${SHARED_MEMORY}/${name}`, { force: true })
  }
}
