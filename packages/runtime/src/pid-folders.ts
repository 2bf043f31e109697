import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Makes a temporary folder with this process's pid in its name, which removeLeftFolders() reads. */
export const makePidFolder = (prefix: string): Promise<string> =>
  mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`))

/** Calls `remove` for each folder of makePidFolder() whose process has ended. */
export async function removeLeftFolders(prefix: string, remove: (folder: string) => Promise<void>): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) await remove(path.join(tmpdir(), name))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process lives and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
