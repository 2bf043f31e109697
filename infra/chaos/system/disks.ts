import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { postgresProgram } from '../../start/postgres.js'
import { keepSecrets } from '../../start/secrets.js'
import { ensureUsers, ownFolder } from '../../start/users.js'

export interface Disk {
  folder: string
  /** Shrinks the disk to its content and KEPT_BYTES more. Throws when concurrent writes make the kernel refuse. */
  fill(): void
  empty(): void
  free(): number
}

export interface Disks {
  store: Disk
  redis: Disk
  postgres: Disk
  release(): void
}

/** Size of each disk. A disk is a tmpfs, which takes only as much memory as it holds bytes. */
const ROOM = '4g'
const KEPT_BYTES = 16_384

/** Mounts separate disks for files, Redis and Postgres into a data folder. Toile must never have used this folder. */
export async function makeDisks(dataDir: string): Promise<Disks> {
  const { stores } = ensureUsers()
  const folders = ['files', 'redis', 'postgres'].map((name) => path.join(dataDir, name))
  const [files, redis, postgres] = folders as [string, string, string]
  // `prepare` removes the cluster's folder first. A mount point cannot be removed, so the cluster is made before.
  const password = keepSecrets(dataDir).POSTGRES_PASSWORD
  await postgresProgram({ folder: postgres, port: 0, password, user: stores }).prepare!()
  renameSync(postgres, `${postgres}.made`)
  for (const folder of folders) {
    mkdirSync(folder)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM},mode=0755`, 'toile-chaos', folder])
  }
  execFileSync('cp', ['-a', `${postgres}.made/.`, postgres])
  rmSync(`${postgres}.made`, { recursive: true })
  for (const folder of [redis, postgres]) ownFolder(folder, stores)
  return {
    store: diskOf(files),
    redis: diskOf(redis),
    postgres: diskOf(postgres),
    release: () => folders.forEach((folder) => execFileSync('umount', ['-l', folder])),
  }
}

function diskOf(folder: string): Disk {
  const resize = (size: string) =>
    execFileSync('mount', ['-o', `remount,size=${size}`, 'toile-chaos', folder], { stdio: 'pipe' })
  return {
    folder,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(folder)
      resize(String((blocks - bfree) * bsize + KEPT_BYTES))
    },
    empty: () => void resize(ROOM),
    free() {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    },
  }
}
