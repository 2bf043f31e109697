import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeCache, isNoPlace } from './code-cache.js'

// The uploads worker needs ten seconds of CPU for a garment's derivatives. With the cache, new data folders reuse them.

/** Code that determines the output. Chromium is left out: images by another version are good enough for a demo. */
const makers = ['packages/media/dist', 'packages/scene/dist', 'packages/browser/dist', 'workers/uploads/dist']

/** Sets KEPT_DIR for child processes unless it is set. Do not call this where real processing is tested or measured. */
export function keepWhatIsPrepared(): void {
  const folder = preparedFolder()
  if (folder !== undefined) process.env['KEPT_DIR'] = folder
}

export const preparedFolder = (): string | undefined => process.env['KEPT_DIR'] ?? codeCache('prepared', makers)

/** Creates the file's folder in the cache. The derivatives of a file are cached only if it has such a folder. */
export function keepPrepared(keptDir: string | undefined, file: string): void {
  if (keptDir === undefined) return
  try {
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    mkdirSync(path.join(keptDir, sha256), { recursive: true })
  } catch (error) {
    if (!isNoPlace(error)) throw error
  }
}
