import { stat } from 'node:fs/promises'
import { convertForeign } from '@toile/browser/convert-foreign'
import type { UploadRow } from '@toile/db/queries/uploads'
import type { Convert } from '@toile/media/models/prepare'
import { reportStep, type Parts } from './parts.js'
import { MAX_BROWSER_BYTES } from '@toile/browser/late-browser'

/** An export of a few MB takes half a second of the processor; what takes longer than this was made to. */
const BASE_CPU_MS = 10_000
const CPU_MS_PER_MEGABYTE = 400
/** On a machine that has much else to do. */
const WALL_PER_CPU = 10

/** Converts with the worker's browser; throws NotYet while there is none. */
export function convert(parts: Parts, upload: UploadRow, signal: AbortSignal): Convert {
  return async ({ outPath, ...foreign }) => {
    if (!parts.browser.isThere()) reportStep(parts, upload)('waitingForChromium', 0)
    const browser = await parts.browser.get()
    const sizes = await Promise.all(foreign.files.map(async ({ path }) => (await stat(path)).size))
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
    const maxCpuMs = BASE_CPU_MS + megabytes * CPU_MS_PER_MEGABYTE
    return convertForeign(browser, {
      ...foreign,
      outPath,
      maxCpuMs,
      timeoutMs: maxCpuMs * WALL_PER_CPU,
      maxMemoryBytes: MAX_BROWSER_BYTES,
      signal,
    })
  }
}
