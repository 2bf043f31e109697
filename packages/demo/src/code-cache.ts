import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@toile/runtime/root'

const cache = path.join(root, 'node_modules/.cache/toile')
const known = new Map<string, string | undefined>()

/**
 * Returns a cache folder. Its name is a hash of package-lock.json and of the compiled code in `folders` (relative to
 * the root). Caches of earlier code are deleted. Returns undefined if nothing can be stored, for example in an
 * installation that only root can write.
 */
export function codeCache(kind: string, folders: readonly string[]): string | undefined {
  if (!known.has(kind)) known.set(kind, openCache(path.join(cache, kind), hashOf(folders)))
  return known.get(kind)
}

/** Returns the bytes of `make`. They are cached under the name `file` until the code or package-lock.json changes. */
export async function madeOnce(
  [kind, folders]: readonly [kind: string, folders: readonly string[]],
  file: string,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const folder = codeCache(kind, folders)
  if (folder === undefined) return make()
  const kept = path.join(folder, file)
  if (existsSync(kept)) return readFileSync(kept)
  const bytes = await make()
  try {
    // The file gets its final name only when it is complete, so that a partial file is never used.
    const part = `${kept}.${process.pid}.part`
    writeFileSync(part, bytes)
    renameSync(part, kept)
  } catch (error) {
    if (!isNoPlace(error)) throw error
  }
  return bytes
}

/** Whether the error means that the cache cannot be written. If so, callers work without a cache. */
export function isNoPlace(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function openCache(all: string, own: string): string | undefined {
  try {
    mkdirSync(path.join(all, own), { recursive: true })
    for (const other of readdirSync(all))
      if (other !== own) rmSync(path.join(all, other), { recursive: true, force: true })
    return path.join(all, own)
  } catch (error) {
    if (!isNoPlace(error)) throw error
    return undefined
  }
}

function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  // A bundle may lack some of these folders.
  for (const folder of folders.filter((one) => existsSync(path.join(root, one)))) {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((each) => each.endsWith('.js') && !each.includes('.test')).sort())
      hash.update(name).update(readFileSync(path.join(root, folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
