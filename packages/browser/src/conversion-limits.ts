import { lstat } from 'node:fs/promises'
import type { JobLimits } from './browser.js'
import { MAX_BROWSER_BYTES } from './lazy-browser.js'

/** The conversion of a few MB takes 0.5 s of CPU time. A small file that takes longer than this limit is hostile. */
const BASE_CPU_MS = 10_000
const CPU_MS_PER_MEGABYTE = 400
/** A job may take this many times its CPU limit in wall-clock time, because the machine may be busy. */
const WALL_PER_CPU = 10

/** packages/media limits all files of an archive together to this size. */
const MAX_MEGABYTES = 640

/** A compromised process may have made symlinks, which lstat() does not follow, or sparse files, hence the maximum. */
export async function conversionLimits(files: readonly { path: string }[]): Promise<JobLimits> {
  const sizes = await Promise.all(files.map(async ({ path }) => (await lstat(path)).size))
  const megabytes = Math.min(MAX_MEGABYTES, sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20)
  const maxCpuMs = BASE_CPU_MS + megabytes * CPU_MS_PER_MEGABYTE
  return { maxCpuMs, timeoutMs: maxCpuMs * WALL_PER_CPU, maxMemoryBytes: MAX_BROWSER_BYTES }
}
