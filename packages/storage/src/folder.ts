import { randomUUID } from 'node:crypto'
import { chmodSync, constants, createReadStream, createWriteStream, mkdirSync, statSync } from 'node:fs'
import { copyFile, link, mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { IncomingStore } from './incoming.js'
import { assertKey, keyOf } from './keys.js'
import { NotStored, type FolderConfig, type Source, type Storage } from './storage.js'

// Unfinished files younger than this are kept, because a put in another process may still be writing them.
const UNFINISHED_RETENTION_MS = 24 * 3600 * 1000

/** No access for others, because the tools that open users' files run as separate system users. */
const FOLDER_MODE = 0o750
const FILE_MODE = 0o640

/** Suffix of the sidecar file in which tus keeps an upload's state. */
const sideFiles = ['.json']

export class FolderStorage implements Storage {
  readonly driver = 'folder'
  readonly #folder: string
  /** Holds the incomplete files of put(). It is inside the folder, because rename() works only in one file system. */
  readonly #unfinished: string
  readonly #incoming: IncomingStore
  #cleared = false

  constructor({ folder }: FolderConfig) {
    this.#folder = path.resolve(folder)
    this.#unfinished = path.join(this.#folder, 'unfinished')
    mkdirSync(this.#folder, { recursive: true, mode: FOLDER_MODE })
    // Removes permissions beyond FOLDER_MODE from a folder that existed before, but adds none.
    try {
      chmodSync(this.#folder, statSync(this.#folder).mode & FOLDER_MODE)
    } catch {
      // Only the folder's owner may change the mode. For other system users, the mode stays as it is.
    }
    mkdirSync(this.#unfinished, { recursive: true, mode: FOLDER_MODE })
    this.#incoming = new IncomingStore(new SyncedFileStore({ directory: this.#folder }), (key) => this.remove(key))
  }

  async put(key: string, source: Source) {
    const target = this.#pathOf(key)
    await mkdir(path.dirname(target), { recursive: true, mode: FOLDER_MODE })
    await this.#clearUnfinished()
    const unfinished = path.join(this.#unfinished, randomUUID())
    const to = createWriteStream(unfinished, { flags: 'wx', flush: true, mode: FILE_MODE })
    const closed = new Promise<void>((resolve) => to.once('close', () => resolve()))
    try {
      await pipeline(streamOf(source), to)
      await rename(unfinished, target)
      await sync(path.dirname(target))
      return { bytes: to.bytesWritten }
    } catch (error) {
      // If the source fails at once, the file may not exist yet. Without waiting, it could be created after rm().
      to.destroy()
      await closed
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async get(key: string, range?: { start: number; end: number }) {
    const file = await orNotStored(key, open(this.#pathOf(key)))
    if (range && range.start >= (await file.stat()).size) {
      await file.close()
      throw new RangeError(`${key} ends before byte ${range.start}`)
    }
    return file.createReadStream(range)
  }

  async stat(key: string) {
    const found = await stat(this.#pathOf(key)).catch(nullIfMissing)
    return found && { bytes: found.size }
  }

  async fetchTo(key: string, to: string) {
    const from = this.#pathOf(key)
    await rm(to, { force: true })
    // A hard link copies no bytes, but fails across file systems and for files of another system user.
    const linked = link(from, to).catch((error) => {
      if (isMissing(error)) throw error
      return copyFile(from, to, constants.COPYFILE_FICLONE)
    })
    await orNotStored(key, linked)
  }

  async remove(key: string) {
    const target = this.#pathOf(key)
    await rm(target, { force: true })
    for (const suffix of sideFiles) await rm(target + suffix, { force: true })
  }

  async *list() {
    for await (const at of filesBelow(this.#folder)) {
      const key = keyOf(path.relative(this.#folder, at).split(path.sep).join('/'), sideFiles)
      const found = key && (await stat(at).catch(nullIfMissing))
      if (found) yield { key, bytes: found.size, changedAt: found.mtime }
    }
  }

  async freeFraction() {
    const { bavail, blocks } = await statfs(this.#folder)
    return bavail / blocks
  }

  incoming() {
    return this.#incoming
  }

  /** At the first put, removes the files of puts that were killed more than a day ago. */
  async #clearUnfinished() {
    if (this.#cleared) return
    this.#cleared = true
    for (const name of await readdir(this.#unfinished)) {
      const left = path.join(this.#unfinished, name)
      const found = await stat(left).catch(nullIfMissing)
      if (found && Date.now() - found.mtimeMs > UNFINISHED_RETENTION_MS) await rm(left, { force: true })
    }
  }

  #pathOf(key: string) {
    assertKey(key)
    return path.join(this.#folder, key)
  }
}

/** tus acknowledges the new offset to the client, so all bytes before that offset must survive a power cut. */
class SyncedFileStore extends FileStore {
  override async write(bytes: Readable, id: string, offset: number) {
    const newOffset = await super.write(bytes, id, offset)
    await sync(path.join(this.directory, id))
    return newOffset
  }
}

function streamOf(source: Source): Readable {
  if (source instanceof Readable) return source
  return Buffer.isBuffer(source) ? Readable.from([source]) : createReadStream(source.path)
}

async function sync(fileOrFolder: string) {
  const handle = await open(fileOrFolder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT'

function nullIfMissing(error: NodeJS.ErrnoException) {
  if (isMissing(error)) return null
  throw error
}

function orNotStored<T>(key: string, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw isMissing(error) ? new NotStored(key) : error
  })
}

/** Does not use opendir's `recursive`, because in Node 20 it skips all entries of a folder after the first 32. */
async function* filesBelow(folder: string): AsyncGenerator<string, void> {
  for await (const entry of await opendir(folder)) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(at)
    else if (entry.isFile()) yield at
  }
}
