import { chown, rm } from 'node:fs/promises'
import { makePidFolder, removeLeftFolders } from '@toile/runtime/pid-folders'
import type { SystemUser } from '@toile/runtime/system-user'

const PREFIX = 'toile-chromium-'

/** @param user Chromium's user. It is not root, so that Chromium's sandbox works, and it has no rights to our files. */
export async function makeProfile(user: SystemUser | undefined): Promise<string> {
  const folder = await makePidFolder(PREFIX)
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

export async function removeProfile(folder: string): Promise<void> {
  // Processes of the group may still write for some milliseconds after SIGKILL.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  await rm(`${folder}.pid`, { force: true })
}

export const removeLeftOverProfiles = () => removeLeftFolders(PREFIX, removeProfile)
