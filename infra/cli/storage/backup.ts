import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dumpDatabase, readList, type DatabaseCopy } from '@toile/db/copies'
import { FolderStorage } from '@toile/storage/folder'
import { openStorage } from '@toile/storage/open'
import type { Storage } from '@toile/storage/storage'
import { CommandFailed, WrongUsage, type Command } from '../command.js'
import { copyFiles, megabytes, STORED_FILES, type Copied } from './copy-files.js'
import { createScreen } from '../screen.js'
import { readSettings } from '../settings.js'

/**
 * Content of `DIR/backup.json`. It is written last and marks a finished backup. If some copies have failed, it is one
 * of the rest, because one lost file must not prevent a restore of all others.
 */
export interface Backup {
  format: 2
  takenAt: string
  database: DatabaseCopy
  files: number
  bytes: number
  /** Files that could not be copied, each with its reason. Older complete backups lack this field. */
  missing?: string[]
}

const MANIFEST = 'backup.json'
/** This file is written first. Only an empty folder, or one with this file or backup.json, may become a backup. */
const STARTED = 'backup-started'
const MAX_SHOWN = 20

export const databaseFolder = (folder: string): string => path.join(folder, 'database')
export const backupFiles = (folder: string): Storage =>
  new FolderStorage({ driver: 'folder', folder: path.join(folder, 'files') })

/** Copies a database snapshot, then its files, while Toile may run. Files of earlier backups stay in the folder. */
export const backup: Command = {
  usage: 'backup DIR',
  async run(args) {
    const folder = folderOf(args, 'backup')
    const config = readSettings(['storage'])
    await claimFolder(folder)
    const takenAt = new Date().toISOString()
    const fresh = `${databaseFolder(folder)}.new`
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { mode: 0o700 })
    const database = await dumpDatabase(config.databaseUrl, fresh, { files: STORED_FILES })
    await rm(path.join(folder, MANIFEST), { force: true })
    await rm(databaseFolder(folder), { recursive: true, force: true })
    await rename(fresh, databaseFolder(folder))
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
    const screen = createScreen()
    screen.line(`${rows} rows of ${database.tables.length} tables`)
    const list = readList(databaseFolder(folder), 'files')
    const copied = await copyFiles(list, await openStorage(config.storage), backupFiles(folder), screen)
    const { files, bytes, problems } = copied
    const made: Backup = {
      format: 2,
      takenAt,
      database,
      files,
      bytes,
      ...(problems.length > 0 && { missing: problems }),
    }
    await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(made, null, 2)}\n`)
    sayCopied(copied)
  },
}

/** New folders and `files` are private (mode 0700), because the backup holds password hashes and private files. */
async function claimFolder(folder: string): Promise<void> {
  const files = path.join(folder, 'files')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await readdir(folder)
  if (found.length > 0 && !found.includes(MANIFEST) && !found.includes(STARTED))
    throw new CommandFailed(`${folder} contains something other than a backup: name a new folder.`)
  await writeFile(path.join(folder, STARTED), '')
  await mkdir(files, { recursive: true, mode: 0o700 })
  await chmod(files, 0o700)
}

/** @throws CommandFailed without a complete backup, or for a backup of another format */
export async function readBackup(folder: string): Promise<Backup> {
  const manifest = path.join(folder, MANIFEST)
  if (!existsSync(manifest)) throw new CommandFailed(`${folder} contains no complete backup.`)
  const made = JSON.parse(await readFile(manifest, 'utf8')) as Backup
  if (made.format !== 2)
    throw new CommandFailed(`${folder} was made by another version of Toile: restore it with that one.`)
  return made
}

export function folderOf(args: string[], name: string): string {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  if (positionals.length !== 1) throw new WrongUsage(`${name} needs a folder.`)
  return path.resolve(positionals[0]!)
}

/** The printed number includes the files that failed. @throws CommandFailed with the first files that failed */
export function sayCopied({ files, bytes, there, problems }: Copied): void {
  const known = there > 0 ? `, ${there} of them already there` : ''
  console.log(`${files} files, ${megabytes(bytes)} MB${known}`)
  if (problems.length === 0) return
  const shown = problems.slice(0, MAX_SHOWN)
  throw new CommandFailed([`${problems.length} files could not be copied:`, ...shown].join('\n'))
}
