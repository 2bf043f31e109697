import { openMemoryGroup } from '../system/memory-group.js'
import { cameBack, oneOf, within, type Fault, type FaultParts } from './fault.js'
import { busy } from './jobs.js'

/** A worker at work asks for memory many times a second; one whose job has just ended does with the next. */
const ENDED_MS = 20_000
/** What it had started ends with it, and only then the group is empty. */
const EMPTY_MS = 5_000

/**
 * The kernel ends a worker in the middle of a job, since there is no more memory. Not its child that reads the model:
 * the kernel takes the largest of a group, and a child that is ended so says by design that the file was too much.
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
