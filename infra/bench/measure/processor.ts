import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** `args`: the command line, separated by zero bytes. */
export interface Process {
  pid: number
  parent: number
  args: string
}

/** Includes descendants; an ended one counts once its parent has waited for it. In steps of 10 ms, on Linux only. */
export function processorSeconds(isRoot: (process: Process) => boolean): number {
  return processesFrom(isRoot).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND
}

export function processesFrom(isRoot: (process: Process) => boolean): (Process & { ticks: number })[] {
  const all = new Map<number, Process & { ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The program name is in brackets and may contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      all.set(Number(name), { pid: Number(name), parent: Number(fields[1]), ticks, args })
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const found = all.get(pid)
    return found !== undefined && (isRoot(found) || isBelow(found.parent))
  }
  return [...all.values()].filter(({ pid }) => isBelow(pid))
}

export function ownProcessorSeconds(): number {
  return processorSeconds(({ pid }) => pid === process.pid)
}
