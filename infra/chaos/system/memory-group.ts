import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface MemoryGroup {
  /** Moves the process into the group. If its later allocations exceed the limit, the kernel kills the process. */
  add(pid: number): void
  kills(): number
  /** Throws while a process is in the group. */
  remove(): void
}

/** Paths and file names of cgroup versions 2 and 1. */
const kinds = [
  { folder: '/sys/fs/cgroup', limits: ['memory.max', 'memory.swap.max'], events: 'memory.events' },
  {
    folder: '/sys/fs/cgroup/memory',
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    events: 'memory.oom_control',
  },
]

/** Memory that a process has before it joins does not count, so its next megabyte exceeds the limit. */
const LIMIT_BYTES = 1_000_000

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

export function openMemoryGroup(): MemoryGroup {
  const name = `toile-chaos-${process.pid}-${++made}`
  for (const { folder, limits, events } of kinds) {
    if (!existsSync(path.join(folder, 'cgroup.procs'))) continue
    const group = path.join(folder, name)
    mkdirSync(group)
    try {
      const [memory, swap] = limits as [string, string]
      // In version 1, the limit with swap may not be lower than the limit on memory, which is therefore written first.
      writeFileSync(path.join(group, memory), String(LIMIT_BYTES))
      // Kernels without swap accounting have no swap limit. The limit on memory is then enough only without swap.
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
