import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findSystemUser, type NamedUser, type SystemUser } from '@toile/runtime/system-user'
import { StartupError } from './startup-error.js'

// Postgres refuses to run as root, and tools for untrusted files should not run as root. Therefore, root creates system
// users for these programs.

export interface Users {
  stores: NamedUser | undefined
  media: NamedUser | undefined
  /** This user runs Chromium. It is not `media`, so that neither user can read the other's memory. */
  browser: NamedUser | undefined
}

/** Only root can write to this folder; every user can read it. */
const SYSTEM_FOLDER = '/var/lib/toile'

/** All users are undefined when Toile is not started by root. @throws StartupError when a user cannot be created */
export function ensureUsers(): Users {
  if (process.getuid?.() !== 0) return { stores: undefined, media: undefined, browser: undefined }
  return {
    stores: ensureUser('toile-postgres'),
    media: ensureUser('toile-media'),
    browser: ensureUser('toile-browser'),
  }
}

function ensureUser(name: string): NamedUser {
  const there = findSystemUser(name)
  if (there) return there
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  const made = findSystemUser(name)
  if (made) return made
  throw new StartupError(
    `Running as root needs a system user "${name}" and useradd could not create it: create it yourself, or run as another user.`,
  )
}

/** Asks the kernel whether `user` can read and enter the folder `target` or, if it is missing, its nearest parent. */
export function canReach(user: SystemUser | undefined, target: string): boolean {
  if (!user) return true
  let there = path.resolve(target)
  while (!existsSync(there)) there = path.dirname(there)
  const asked = spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', there], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
  })
  return asked.status === 0
}

/** Returns the data folder, or /var/lib/toile/HASH when system users cannot enter it. Never changes a folder's mode. */
export function storesFolder(dataDir: string, users: Users): string {
  const within = canReach(users.stores, dataDir)
  const folder = within ? dataDir : path.join(SYSTEM_FOLDER, hashOf(dataDir))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}

export function ownFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

/** Returns `folder`, or a copy in /var/lib/toile that `user` can execute. The copy is made once per `version`. */
export function reachablePrograms(folder: string, version: string, user: SystemUser | undefined): string {
  if (canReach(user, folder)) return folder
  const copy = path.join(SYSTEM_FOLDER, version)
  if (existsSync(copy)) return copy
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  rmSync(`${copy}.new`, { recursive: true, force: true })
  cpSync(folder, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
  renameSync(`${copy}.new`, copy)
  return copy
}

function hashOf(text: string): string {
  return createHash('sha256').update(path.resolve(text)).digest('hex').slice(0, 12)
}
