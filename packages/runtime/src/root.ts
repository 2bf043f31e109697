import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The repository's root, searched upwards from the running file, because bundles are in other folders than sources. */
export const root = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  if (dirname(folder) === folder) throw new Error(`${import.meta.dirname} is in no folder with a package-lock.json`)
  return findRoot(dirname(folder))
}
