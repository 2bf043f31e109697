import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'

const usualPaths = ['/usr/bin/blender', '/usr/local/bin/blender']
const START_MS = 60_000

/** @param configuredPath BLENDER_PATH; when set, no other path is tried */
export function findBlender(configuredPath?: string): string | null {
  const found = (configuredPath ? [configuredPath] : usualPaths).find((file) => existsSync(file))
  // An isolated child cannot follow a symlink that leads outside its mounts.
  return found ? realpathSync(found) : null
}

/** Checks for Cycles and glTF import in about 1 s. The import needs numpy, which Debian's blender only recommends. */
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
