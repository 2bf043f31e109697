import { readdirSync, readFileSync } from 'node:fs'

// Reads /proc synchronously. Asynchronous reads would have no advantage: they also miss a process that ends meanwhile.

const TICKS_PER_SECOND = 100

/** Returns an empty list if the folder cannot be read. */
export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns an empty text if the file cannot be read. */
export function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The fields of /proc/<pid>/stat, starting with the process state. The name before it may contain any character. */
export function statOf(pid: number | string): string[] {
  const stat = contentsOf(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Sums CPU time over `fields` of statOf(): 11 and 12 are the process itself, 13 and 14 its ended children. */
export const cpuMsOf = (stat: readonly string[], fields: readonly number[]): number =>
  (fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0) * 1000) / TICKS_PER_SECOND

/** Bytes in the status line `VmRSS` or `RssAnon`. 0 if the line is missing. */
export const memoryOf = (pid: number | string, line: string): number =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(contentsOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
