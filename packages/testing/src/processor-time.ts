import { cpuMsOf, statOf } from '@toile/runtime/proc'

/**
 * CPU time of this process, its threads and its ended children. Other load on the machine does not affect this time.
 * Children count only where the host has /proc.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + cpuMsOf(statOf('self'), [13, 14])
}
