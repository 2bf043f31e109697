import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const FOLDERS = 'toile-work-'

/**
 * Uses the system's temp folder, which the media user can reach, and names the work folder by pid, so that the folders
 * of killed processes can be found.
 */
export async function withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `${FOLDERS}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await remove(folder)
  }
}

/** Removes work folders of dead processes on this machine. */
export async function removeLeftWorkFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDERS}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) await remove(path.join(tmpdir(), name))
  }
}

/**
 * Falls back on system programs, which also remove folders too deep for a path or without permissions. A folder that
 * cannot be removed stays: it must fail neither a job nor a start.
 */
async function remove(folder: string): Promise<void> {
  const run = (...command: [string, ...string[]]) =>
    promisify(execFile)(command[0], command.slice(1)).catch(() => undefined)
  await rm(folder, { recursive: true, force: true }).catch(async () => {
    await run('chmod', '-R', 'u+rwx', folder)
    await run('rm', '-rf', folder)
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
