import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'

const usualPaths = ['/usr/bin/blender', '/usr/local/bin/blender']
/** On a busy machine, from a cold disk. */
const START_MS = 60_000

/**
 * Where Blender lies on this machine; null when it has none.
 * @param configuredPath what the operator set as BLENDER_PATH; when set, nothing else is tried
 */
export function findBlender(configuredPath?: string): string | null {
  const found = (configuredPath ? [configuredPath] : usualPaths).find((file) => existsSync(file))
  // An isolated child does not see a link that lies elsewhere.
  return found ? realpathSync(found) : null
}

/**
 * Whether this Blender can read models: Debian's does so only beside python3-numpy, which it merely recommends. Starts
 * it once (about a second).
 */
export async function canTrace(blender: string): Promise<boolean> {
  const args = ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '3']
  const child = spawn(blender, [...args, '--python-expr', 'import numpy, io_scene_gltf2, cycles'], {
    stdio: 'ignore',
    timeout: START_MS,
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
