import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { NotStored, type Storage } from '@toile/storage/storage'
import type { Screen } from '../screen.js'

/** Stored files according to the database, one line each: key, type, size and checksum. */
export const STORED_FILES = `
  select key, content_type, bytes, coalesce(sha256, '') from files where state = 'stored' order by id`

interface ListedFile {
  key: string
  contentType: string
  bytes: number
  /** Hexadecimal checksum, which is empty when it was not computed. */
  sha256: string
}

export interface Copied {
  files: number
  bytes: number
  /** Number of files whose intact copies were in the target before this run. */
  there: number
  problems: string[]
}

/** Number of copies made at the same time. A remote store has high latency, but serves several requests at once. */
const AT_ONCE = 4
const SAY_EVERY = 100

/** Verifies size and checksum by reading each copy back. Intact copies of an earlier run are kept. */
export async function copyFiles(list: Readable, from: Storage, to: Storage, screen: Screen): Promise<Copied> {
  const copied: Copied = { files: 0, bytes: 0, there: 0, problems: [] }
  const listed = filesOf(list)
  const copyAll = async () => {
    for (;;) {
      const { done, value: file } = await listed.next()
      if (done) return
      const problem = await copyFile(file, from, to, copied).catch(explain)
      if (problem) {
        copied.problems.push(`${file.key}: ${problem}`)
        continue
      }
      copied.bytes += file.bytes
      copied.files++
      if (copied.files % SAY_EVERY === 0)
        screen.status(`${copied.files} files, ${megabytes(copied.bytes)} MB`, copied.files % (10 * SAY_EVERY) === 0)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyAll))
  return copied
}

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

async function copyFile(file: ListedFile, from: Storage, to: Storage, copied: Copied): Promise<string | undefined> {
  const before = await to.stat(file.key)
  if (before?.bytes === file.bytes && (await isWhole(file, to))) {
    copied.there++
    return
  }
  await to.put(file.key, await from.get(file.key), { contentType: file.contentType })
  if (await isWhole(file, to)) return
  await to.remove(file.key)
  return 'its bytes are not those of its checksum'
}

async function isWhole({ key, bytes, sha256 }: ListedFile, store: Storage): Promise<boolean> {
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of await store.get(key)) {
    hash.update(chunk as Buffer)
    read += (chunk as Buffer).length
  }
  return read === bytes && (!sha256 || hash.digest('hex') === sha256)
}

/** Reads COPY's text format. None of these values contains a character that COPY escapes. */
async function* filesOf(list: Readable): AsyncGenerator<ListedFile, void> {
  for await (const line of createInterface({ input: list })) {
    const [key, contentType, bytes, sha256] = line.split('\t') as [string, string, string, string]
    yield { key, contentType, bytes: Number(bytes), sha256 }
  }
}

function explain(error: unknown): string {
  return error instanceof NotStored ? 'its bytes are missing' : (error as Error).message
}
