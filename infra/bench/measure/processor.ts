import { readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { contentsOf, cpuMsOf, statOf } from '@toile/runtime/proc'

/** `args` is the command line, whose parts are separated by zero bytes. */
export interface Process {
  pid: number
  parent: number
  args: string
}

/**
 * Returns the processor time of the root processes and their descendants, in steps of 10 ms. An ended process counts as
 * soon as its parent has waited for it. Works only on Linux.
 */
export function processorSeconds(isRoot: (process: Process) => boolean): number {
  return processesFrom(isRoot).reduce((sum, { ms }) => sum + ms, 0) / 1_000
}

export function processesFrom(isRoot: (process: Process) => boolean): (Process & { ms: number })[] {
  const all = new Map<number, Process & { ms: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    const [pid, parent, args] = [Number(name), Number(stat[1]), contentsOf(`/proc/${name}/cmdline`)]
    // If the parent's pid is missing, the stat file could not be read, because the process has ended.
    if (stat[1]) all.set(pid, { pid, parent, args, ms: cpuMsOf(stat, [11, 12, 13, 14]) })
  }
  const isBelow = (pid: number): boolean => {
    const found = all.get(pid)
    return found !== undefined && (isRoot(found) || isBelow(found.parent))
  }
  return [...all.values()].filter(({ pid }) => isBelow(pid))
}

/**
 * Returns the processor time of all processes since the machine started, in steps of 10 ms. Unlike processorSeconds(), it
 * includes ended children in a namespace of their own, because bubblewrap does not wait for these.
 */
export function machineProcessorSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1_000
}
