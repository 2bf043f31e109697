import { readFileSync } from 'node:fs'

/** What of a process lies in memory, in bytes; Linux says so. Throws when there is no such process. */
export function residentBytes(pid: number): number {
  return kilobytes(pid, 'VmRSS') * 1_024
}

/** The most that a process ever had in memory at once, in bytes; Linux says so. Throws when there is no such process. */
export function peakResidentBytes(pid: number): number {
  return kilobytes(pid, 'VmHWM') * 1_024
}

/**
 * What of memory a process answers for, in bytes: its own, and its share of what it has in common with others, so that
 * the sum over all is what lies in memory. Undefined when there is no such process.
 */
export function proportionalBytes(pid: number): number | undefined {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))![1]) * 1_024
  } catch {
    // It ended meanwhile.
    return undefined
  }
}

/** What a process and all below it keep for themselves, without what they share: how Postgres has to be asked. Bytes. */
export function ownBytesOfTree(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
    return children.reduce((sum, child) => sum + ownBytesOfTree(child), kilobytes(pid, 'RssAnon') * 1_024)
  } catch {
    // It ended meanwhile.
    return 0
  }
}

function kilobytes(pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1])
}
