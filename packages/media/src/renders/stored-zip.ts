import { zipSync } from 'three/addons/libs/fflate.module.js'

/**
 * A zip without compression, for pictures by file name: at most 65,535 entries and 4 GB. Every entry has the earliest
 * zip date (in local time, as zips have it), so that equal files give equal bytes.
 */
export const storedZip = (files: Record<string, Uint8Array>): Uint8Array =>
  zipSync(files, { level: 0, mtime: new Date(1980, 0, 1) })
