import { zipSync } from 'three/addons/libs/fflate.module.js'

/**
 * Makes an uncompressed zip from files by name. Callers must pass at most 65,535 files and 4 GB. Every entry has the
 * earliest date that a zip can hold (zips use local time), so that equal files give equal bytes.
 */
export const storedZip = (files: Record<string, Uint8Array>): Uint8Array =>
  zipSync(files, { level: 0, mtime: new Date(1980, 0, 1) })
