import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../start/processes.js'
import type { DemoGarment } from './garments/demo-garments.js'

// Making all garments takes a core a minute, so what the present code makes is kept: for the next data folder, for the
// tests and for the gallery. Other code has another folder; the folder of the code before goes.

const cache = path.join(root, 'node_modules/.cache/toile')
let folder: string | undefined

/** Of the code that makes the garments, and of the libraries that it calls. */
function hashOfCode(): string {
  const code = path.join(root, 'infra/dist/demo/garments')
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  const names = readdirSync(code, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => each.endsWith('.js') && !each.includes('.test')).sort())
    hash.update(name).update(readFileSync(path.join(code, name)))
  return hash.digest('hex').slice(0, 16)
}

/** The bytes of a garment's .glb, made at most once by the same code. */
export async function madeGarment({ name, build }: Pick<DemoGarment, 'name' | 'build'>): Promise<Uint8Array> {
  folder ??= path.join(cache, hashOfCode())
  const file = path.join(folder, `${name}.glb`)
  if (existsSync(file)) return readFileSync(file)
  const bytes = await build()
  keep(folder, file, bytes)
  return bytes
}

function keep(own: string, file: string, bytes: Uint8Array): void {
  try {
    mkdirSync(own, { recursive: true })
    for (const other of readdirSync(cache))
      if (other !== path.basename(own)) rmSync(path.join(cache, other), { recursive: true, force: true })
    // Half a file must never be taken for a whole one.
    const part = `${file}.${process.pid}.part`
    writeFileSync(part, bytes)
    renameSync(part, file)
  } catch (error) {
    // Where it cannot be kept (an installation that only root may write to) it is made again the next time.
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
