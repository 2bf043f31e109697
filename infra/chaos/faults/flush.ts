import type { Fault, FaultParts } from './fault.js'
import { busy } from './jobs.js'

export function flushes({ system: { redis } }: FaultParts): Fault[] {
  return [
    {
      kind: 'flush',
      name: 'FLUSHALL',
      atWork: true,
      async strike() {
        await busy(redis)
        const before = await redis.dbsize()
        const [, after] = (await redis.multi().flushall().dbsize().exec()) ?? []
        return before > 0 && after?.[1] === 0 ? `${before} keys became 0` : undefined
      },
    },
  ]
}
