import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Chromium's user: not root, so that Chromium's sandbox works, and without rights to our files. */
export interface SystemUser {
  uid: number
  gid: number
}

const PREFIX = 'toile-chromium-'

/** The folder's name holds this process's pid, so that a later process can tell whether the profile is left over. */
export async function makeProfile(user: SystemUser | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

export async function removeProfile(folder: string): Promise<void> {
  // Processes of the group may still write for some milliseconds after SIGKILL.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  await rm(`${folder}.pid`, { force: true })
}

export async function removeLeftOverProfiles(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) await removeProfile(path.join(os.tmpdir(), name))
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
