import { openMemoryGroup } from '../system/memory-group.js'
import { cameBack, oneOf, within, type Fault, type FaultParts } from './fault.js'
import { busy } from './jobs.js'

/** Longest wait for the kill. A worker whose job has just ended exceeds its memory limit only during the next job. */
const ENDED_MS = 20_000
/** Longest wait until the group is empty. The group cannot be removed before the worker's children have ended, too. */
const EMPTY_MS = 5_000

/**
 * The kernel's out-of-memory killer ends a worker during a job. The memory group contains the worker itself and not its
 * child process that reads the model. By design, the death of that child only means that the file is too large.
 */
export function memoryKills(parts: FaultParts): Fault[] {
  const { redis, memoryGroups } = parts.system
  if (!memoryGroups) return []
  return [
    {
      kind: 'memory',
      name: 'no memory for a worker',
      atWork: true,
      async strike() {
        await busy(redis)
        const program = oneOf(parts, 'uploads')
        const before = program.pid()
        if (before === undefined) return undefined
        const group = openMemoryGroup()
        try {
          group.add(before)
          await within(ENDED_MS, () => program.pid() !== before)
          const kills = group.kills()
          const back = await cameBack([program], [before])
          return back && kills > 0
            ? `${program.name}: the kernel ended ${before}, it became ${program.pid()}`
            : undefined
        } finally {
          await within(EMPTY_MS, () => (group.remove(), true))
        }
      },
    },
  ]
}
