import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from './startup-error.js'

// Postgres refuses to run as root, and tools that open strangers' files should not be root. So as root system users
// are made; as anyone else everything runs as oneself.

export interface SystemUser {
  name: string
  uid: number
  gid: number
}

export interface Users {
  /** Postgres and Redis. */
  stores: SystemUser | undefined
  /** ffmpeg and whatever else opens users' files. */
  media: SystemUser | undefined
  /** Chromium: another, so that neither reaches into the other's memory. */
  browser: SystemUser | undefined
}

/** What only root can write and every user can read. */
const SYSTEM_FOLDER = '/var/lib/toile'

/** Finds or makes the system users; all undefined when we are not root. Throws StartupError. */
export function ensureUsers(): Users {
  if (process.getuid?.() !== 0) return { stores: undefined, media: undefined, browser: undefined }
  return {
    stores: ensureUser('toile-postgres'),
    media: ensureUser('toile-media'),
    browser: ensureUser('toile-browser'),
  }
}

function ensureUser(name: string): SystemUser {
  const there = findUser(name)
  if (there) return there
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  const made = findUser(name)
  if (made) return made
  throw new StartupError(
    `Running as root needs a system user "${name}" and useradd could not make it: make it yourself, or run as another user.`,
  )
}

function findUser(name: string): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

/** Whether `user` can get to `target`, or to the nearest folder above it that exists. The kernel is asked, not guessed. */
export function canReach(user: SystemUser | undefined, target: string): boolean {
  if (!user) return true
  let there = path.resolve(target)
  while (!existsSync(there)) there = path.dirname(there)
  const asked = spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', there], { uid: user.uid, gid: user.gid, cwd: '/' })
  return asked.status === 0
}

/**
 * Where the stores and files of this data folder lie: in it, unless it lies below a folder that the users above may
 * not enter (such as /root); then in /var/lib/toile/<hash>. Nobody's folder has its mode changed.
 */
export function storesFolder(dataDir: string, users: Users): string {
  const within = canReach(users.stores, dataDir)
  const folder = within ? dataDir : path.join(SYSTEM_FOLDER, hashOf(dataDir))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}

/** A folder that only `user` can use, made when missing. */
export function ownFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

/** A folder of programs where `user` can run them: itself, or a copy in /var/lib/toile, made once for each `version`. */
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
