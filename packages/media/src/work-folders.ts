import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { makePidFolder, removeLeftFolders } from '@toile/runtime/pid-folders'

const FOLDERS = 'toile-work-'

/** Lends `work` a folder, then removes the folder. The folder is in tmpdir(), which the media user can reach. */
export async function withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makePidFolder(FOLDERS)
  try {
    return await work(folder)
  } finally {
    await remove(folder)
  }
}

export const removeLeftWorkFolders = () => removeLeftFolders(FOLDERS, remove)

/**
 * If rm() fails, remove() runs system programs, which can also remove folders that are nested too deeply or lack
 * permissions. A folder that cannot be removed stays, because the removal must fail neither a job nor a start.
 */
async function remove(folder: string): Promise<void> {
  const run = (...command: [string, ...string[]]) =>
    promisify(execFile)(command[0], command.slice(1)).catch(() => undefined)
  await rm(folder, { recursive: true, force: true }).catch(async () => {
    await run('chmod', '-R', 'u+rwx', folder)
    await run('rm', '-rf', folder)
  })
}
