import { readdirSync, readFileSync } from 'node:fs'

// How a host tells of its processes. Read at once: one that ends in between would be missed anyway.

/** Linux counts processor time in these. */
const TICKS_PER_SECOND = 100

/** Empty where there is none. */
export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Empty where there is none. */
export function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The fields of a process's `stat` from its state on: its program's name stands before them in brackets, and may hold anything. */
export function statOf(pid: number | string): string[] {
  const stat = contentsOf(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Of these fields of processor time: 11 and 12 are its own, 13 and 14 those of children that it has waited for. */
export const cpuMsOf = (stat: readonly string[], fields: readonly number[]): number =>
  (fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0) * 1000) / TICKS_PER_SECOND

/** A line of a process's `status`, `VmRSS` or `RssAnon`, in bytes; 0 where there is none. */
export const memoryOf = (pid: number | string, line: string): number =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(contentsOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
