import { readFileSync } from 'node:fs'
import { contentsOf, memoryOf } from '@toile/runtime/proc'

/** Works only on Linux. Throws when there is no such process. */
export function residentBytes(pid: number): number {
  return kilobytes(pid, 'VmRSS') * 1_024
}

/** Returns the peak since the start of the process. Works only on Linux. Throws when there is no such process. */
export function peakResidentBytes(pid: number): number {
  return kilobytes(pid, 'VmHWM') * 1_024
}

/** Proportional set size. The sizes of all processes add up to their memory. Undefined if it cannot be read. */
export function proportionalBytes(pid: number): number | undefined {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))![1]) * 1_024
  } catch {
    return undefined
  }
}

/** Anonymous memory of a process tree. Resident memory would count Postgres' shared buffers once per process. */
export function ownBytesOfTree(pid: number): number {
  const children = contentsOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return children.reduce((sum, child) => sum + ownBytesOfTree(child), memoryOf(pid, 'RssAnon'))
}

function kilobytes(pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1])
}
