import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** A system user that Chromium runs as, so that its own sandbox works and it reads none of our files. */
export interface SystemUser {
  uid: number
  gid: number
}

const PREFIX = 'toile-chromium-'

/** Makes an empty profile folder; its name holds our pid, so that a later process knows it as left over. */
export async function makeProfile(user: SystemUser | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

export async function removeProfile(folder: string): Promise<void> {
  // A process of the group may still be writing in the milliseconds after its SIGKILL.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  await rm(`${folder}.pid`, { force: true })
}

/** Removes the profiles of processes that were killed before they could do it themselves. */
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
    // EPERM means that it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
