import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const IN_MEMORY = '/dev/shm'
/** A full run uses up to 390 MB. The rest is reserve. */
const WANTED_BYTES = 6 * 2 ** 30

/** Keeps the small files of short-lived test databases off slow disks, if TMPDIR is unset and memory has room. */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return
  process.env['TMPDIR'] = IN_MEMORY
}

function hasRoom(): boolean {
  try {
    // Tests also write programs and run them, and containers often mount /dev/shm with noexec.
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === IN_MEMORY)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return !!mount && !/\bnoexec\b/.test(mount) && Math.min(bavail * bsize, freemem()) > WANTED_BYTES
  } catch {
    return false // The system is not Linux.
  }
}
