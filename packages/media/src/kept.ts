import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '@toile/contracts/ids'

const NOTE = 'made.json'

/**
 * Where what is made of a file with these bytes is kept: a folder of its checksum in `keptDir`, which whoever knows that
 * the same bytes will come again has put there. Undefined for all other files: they are made each time.
 */
export function keptFolder(keptDir: string | undefined, sha256: string | null): string | undefined {
  const folder = keptDir && sha256 ? path.join(keptDir, sha256) : undefined
  return folder && existsSync(folder) ? folder : undefined
}

/** Whether a thing of this name was made before. */
export function isKept(folder: string | undefined, name: string): boolean {
  return folder !== undefined && existsSync(path.join(folder, name))
}

/**
 * What `make` made before under this name, or makes and keeps it. Each property `path`, at any depth, names a file, which
 * is kept with it. Without a folder it only makes. Throws what `make` throws; that is not kept. Where nothing can be kept
 * (no place, or the folder was taken away) it is made again the next time.
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
  // Half of it must never be taken for the whole, and another may be at the same.
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
