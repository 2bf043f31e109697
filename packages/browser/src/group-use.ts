import { readdirSync, readFileSync } from 'node:fs'

/** Within so long no number of a process comes round again. */
const KNOWN_FOR_MS = 1_000

/** Linux counts processor time in these. */
const TICKS_PER_SECOND = 100

export interface GroupUse {
  /** Memory that its processes hold for themselves, not what they share. */
  bytes: number
  /** Of the processor, by those that live. */
  cpuMs: number
}

/**
 * Tells again and again what the processes of a session's group use. Zeros where the host has no /proc. Read at once: a process that
 * ends in between would be missed anyway. Others are looked at only when they are new, as none can join the group of a session
 * that is not theirs: to ask all 66 of a small machine took 2.6 ms, a fifth of the work of a process that draws.
 */
export function watchGroup(groupId: number): () => GroupUse {
  let others = new Set<string>()
  let lookedAt = 0
  return () => {
    if (Date.now() - lookedAt > KNOWN_FOR_MS) others = new Set()
    lookedAt = Date.now()
    const use: GroupUse = { bytes: 0, cpuMs: 0 }
    const othersNow = new Set<string>()
    for (const name of entriesOf('/proc')) {
      if (!/^\d+$/.test(name)) continue
      // The name of the program stands in brackets and may hold anything; after it come state, parent and group.
      const stat = others.has(name) ? '' : contentsOf(`/proc/${name}/stat`)
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[2]) !== groupId) {
        othersNow.add(name)
        continue
      }
      use.cpuMs += ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
      use.bytes += Number(/^RssAnon:\s+(\d+) kB/m.exec(contentsOf(`/proc/${name}/status`))?.[1] ?? 0) * 1024
    }
    others = othersNow
    return use
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
