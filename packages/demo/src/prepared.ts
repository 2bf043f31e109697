import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeCache, isNoPlace } from './code-cache.js'

// What the worker for uploads makes of a garment is kept, too, as the garment is: its levels and its pictures take ten
// seconds of a processor. A new data folder has them at once.

/** Code that decides what is made of a file. Not Chromium, whose next version draws a demo's picture well enough. */
const makers = ['packages/media/dist', 'packages/scene/dist', 'packages/browser/dist', 'workers/uploads/dist']

/**
 * Lets the processes that this one starts keep it, unless they are told where. Only for who wants to see garments: what
 * tests and measures the work on files must see it done.
 */
export function keepWhatIsPrepared(): void {
  const folder = preparedFolder()
  if (folder !== undefined) process.env['KEPT_DIR'] = folder
}

/** Where it is kept; undefined where nothing can be. */
export const preparedFolder = (): string | undefined => process.env['KEPT_DIR'] ?? codeCache('prepared', makers)

/** Says that what is made of this file is worth being kept. */
export function keepPrepared(keptDir: string | undefined, file: string): void {
  if (keptDir === undefined) return
  try {
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    mkdirSync(path.join(keptDir, sha256), { recursive: true })
  } catch (error) {
    if (!isNoPlace(error)) throw error
  }
}
