import { lstat } from 'node:fs/promises'
import type { JobLimits } from './browser.js'
import { MAX_BROWSER_BYTES } from './lazy-browser.js'

/** An export of a few MB takes half a second of the processor; what takes longer than this was made to. */
const BASE_CPU_MS = 10_000
const CPU_MS_PER_MEGABYTE = 400
/** On a machine that has much else to do. */
const WALL_PER_CPU = 10

/** All files of an archive together are at most so large. */
const MAX_MEGABYTES = 640

/** What the conversion of these files may take. A child has written them: a link counts for nothing, a hole as little as can be. */
export async function conversionLimits(files: readonly { path: string }[]): Promise<JobLimits> {
  const sizes = await Promise.all(files.map(async ({ path }) => (await lstat(path)).size))
  const megabytes = Math.min(MAX_MEGABYTES, sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20)
  const maxCpuMs = BASE_CPU_MS + megabytes * CPU_MS_PER_MEGABYTE
  return { maxCpuMs, timeoutMs: maxCpuMs * WALL_PER_CPU, maxMemoryBytes: MAX_BROWSER_BYTES }
}
