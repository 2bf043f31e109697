import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A group of processes that the kernel gives next to no memory. */
export interface MemoryGroup {
  /** What this process takes from now on is counted; when it asks for more than that, the kernel ends it. */
  add(pid: number): void
  /** How many processes of the group the kernel has ended for memory. */
  kills(): number
  /** Throws while a process is in it. */
  remove(): void
}

/** Where the kernel keeps its groups, and what the files in one are called: of version 2, or of 1. */
const kinds = [
  { folder: '/sys/fs/cgroup', limits: ['memory.max', 'memory.swap.max'], events: 'memory.events' },
  {
    folder: '/sys/fs/cgroup/memory',
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    events: 'memory.oom_control',
  },
]

/** Memory that it had before is not counted, so that any further page or two are too many. */
const LIMIT_BYTES = 1_000_000

/** Why no such group can be made here; undefined where it can. */
export function whyNoMemoryGroups(): string | undefined {
  if (process.getuid?.() !== 0) return 'that takes root'
  try {
    openMemoryGroup().remove()
    return undefined
  } catch (error) {
    return `this machine gives no memory groups (${(error as Error).message})`
  }
}

let made = 0

/** Makes an empty group. Throws where the machine does not let us. */
export function openMemoryGroup(): MemoryGroup {
  const name = `toile-chaos-${process.pid}-${++made}`
  for (const { folder, limits, events } of kinds) {
    if (!existsSync(path.join(folder, 'cgroup.procs'))) continue
    const group = path.join(folder, name)
    mkdirSync(group)
    try {
      const [memory, swap] = limits as [string, string]
      // First what takes memory alone: with swap it may not be less.
      writeFileSync(path.join(group, memory), String(LIMIT_BYTES))
      // A kernel without swap accounting has no such file; without swap at all nothing can be put there.
      if (existsSync(path.join(group, swap)))
        writeFileSync(path.join(group, swap), swap === 'memory.swap.max' ? '0' : String(LIMIT_BYTES))
    } catch (error) {
      rmdirSync(group)
      throw error
    }
    return {
      add: (pid) => writeFileSync(path.join(group, 'cgroup.procs'), String(pid)),
      kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(path.join(group, events), 'utf8'))?.[1] ?? 0),
      remove: () => rmdirSync(group),
    }
  }
  throw new Error('there is no /sys/fs/cgroup')
}
