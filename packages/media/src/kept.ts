import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '@toile/contracts/ids'

const NOTE = 'made.json'

/** Returns `keptDir`/SHA-256, the file's cache folder. Only files of the demo's seed have one; else undefined. */
export function keptFolder(keptDir: string | undefined, sha256: string | null): string | undefined {
  const folder = keptDir && sha256 ? path.join(keptDir, sha256) : undefined
  return folder && existsSync(folder) ? folder : undefined
}

export function isKept(folder: string | undefined, name: string): boolean {
  return folder !== undefined && existsSync(path.join(folder, name))
}

/**
 * Returns the cached result or, if there is none, calls `make`. The result of `make` is cached together with the files
 * that its `path` properties name. Without a folder, nothing is cached. A failure of `make` is not cached, and a
 * failure to write the cache is ignored.
 */
export async function makeOnce<Made>(
  folder: string | undefined,
  name: string,
  make: () => Promise<Made>,
): Promise<Made> {
  if (folder === undefined) return make()
  const kept = path.join(folder, name)
  if (isKept(folder, name)) return recall(kept)
  const made = await make()
  await keep(made, kept).catch(() => {})
  return made
}

async function keep(made: unknown, kept: string): Promise<void> {
  // The entry gets its final name only when it is complete, because another process may write the same entry.
  const part = `${kept}.${newId()}.part`
  await mkdir(part)
  try {
    const files: string[] = []
    const note = JSON.stringify(made, (key, value: unknown) => {
      if (key !== 'path') return value
      files.push(value as string)
      return path.basename(value as string)
    })
    for (const file of files) await copyFile(file, path.join(part, path.basename(file)))
    await writeFile(path.join(part, NOTE), note)
    await rename(part, kept)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

async function recall<Made>(kept: string): Promise<Made> {
  const note = await readFile(path.join(kept, NOTE), 'utf8')
  return JSON.parse(note, (key, value: unknown) => (key === 'path' ? path.join(kept, value as string) : value)) as Made
}
