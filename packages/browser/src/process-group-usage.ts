import { cpuMsOf, entriesOf, memoryOf, statOf } from '@toile/runtime/proc'

/** Shorter than the kernel takes to reuse a pid. */
const KNOWN_FOR_MS = 1_000

export interface GroupUsage {
  bytes: number
  /** CPU time of living processes. */
  cpuMs: number
}

/**
 * Zeros without /proc. Other processes are checked only when new, as none can join another session's group: reading
 * all 66 of a small machine took 2.6 ms, a fifth of the time of a rendering process.
 */
export function monitorGroup(groupId: number): () => GroupUsage {
  let others = new Set<string>()
  let checkedAt = 0
  return () => {
    if (Date.now() - checkedAt > KNOWN_FOR_MS) others = new Set()
    checkedAt = Date.now()
    const use: GroupUsage = { bytes: 0, cpuMs: 0 }
    const othersNow = new Set<string>()
    for (const name of entriesOf('/proc')) {
      if (!/^\d+$/.test(name)) continue
      // After the state come parent and group.
      const stat = others.has(name) ? [] : statOf(name)
      if (Number(stat[2]) !== groupId) {
        othersNow.add(name)
        continue
      }
      use.cpuMs += cpuMsOf(stat, [11, 12])
      use.bytes += memoryOf(name, 'RssAnon')
    }
    others = othersNow
    return use
  }
}
