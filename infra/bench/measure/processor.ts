import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** A process that runs: its number, its parent's, and its command line, with zero bytes between the arguments. */
export interface Process {
  pid: number
  parent: number
  args: string
}

/**
 * Seconds of the processor that all processes of which this is true have used so far, with everything that runs below
 * them now, and below them has ended and been waited for. Linux says so, in ticks of a hundredth of a second.
 */
export function processorSeconds(isRoot: (process: Process) => boolean): number {
  return processesFrom(isRoot).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND
}

/** All processes of which this is true, and those below them. */
export function processesFrom(isRoot: (process: Process) => boolean): (Process & { ticks: number })[] {
  const all = new Map<number, Process & { ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program stands in brackets and may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      all.set(Number(name), { pid: Number(name), parent: Number(fields[1]), ticks, args })
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const found = all.get(pid)
    return found !== undefined && (isRoot(found) || isBelow(found.parent))
  }
  return [...all.values()].filter(({ pid }) => isBelow(pid))
}

/** Seconds of the processor of this process and of what it started and has waited for or still runs. */
export function ownProcessorSeconds(): number {
  return processorSeconds(({ pid }) => pid === process.pid)
}
