import { readFileSync } from 'node:fs'

/** What of a process lies in memory, in bytes; Linux says so. Throws when there is no such process. */
export function residentBytes(pid: number): number {
  return kilobytes(pid, 'VmRSS') * 1_024
}

/** The most that a process ever had in memory at once, in bytes; Linux says so. Throws when there is no such process. */
export function peakResidentBytes(pid: number): number {
  return kilobytes(pid, 'VmHWM') * 1_024
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
