import { readdirSync, readFileSync } from 'node:fs'

// Reads /proc synchronously: its files are in memory. Asynchronous reads also fail for a process that has just ended.

const TICKS_PER_SECOND = 100

export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The fields of /proc/<pid>/stat from the process state on. The name before the state may contain any character. */
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
