import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { PREFIX } from '@toile/bus/redis'
import type { Redis } from 'ioredis'
import type { Supervised } from '../start/supervise.js'

/** A fault counts only when its effect was seen: the text says what. */
export interface Fault {
  name: string
  /** Does it, waits until the system stands again, and says what was seen; undefined when nothing was. */
  strike(): Promise<string | undefined>
}

export interface NemesisParts {
  programs: Supervised[]
  redis: Redis
  lockSeconds: number
  /** Numbers from 0 to 1 that the seed decides. */
  random: () => number
}

const RECOVERY_MS = 60_000
const QUEUE = `${PREFIX}:uploads`
/** A worker is struck in the middle of a job, if one begins within this. */
const BUSY_MS = 10_000
const FREEZES = 4
/** How a process ends that was asked to. */
const IN_ORDER = 'ended with code 0'

/** Each kind of fault once, in any order; which of two copies it hits is left to chance. */
export function makeFaults(parts: NemesisParts): Fault[] {
  return [
    ...['api', 'relay', 'realtime', 'uploads', 'redis', 'postgres'].map((name) => kill(parts, name)),
    freeze(parts),
    flush(parts.redis),
  ]
}

function oneOf({ programs, random }: NemesisParts, name: string): Supervised {
  const copies = programs.filter((program) => program.name === name || program.name === `${name}-2`)
  return copies[Math.floor(random() * copies.length)]!
}

function kill(parts: NemesisParts, name: string): Fault {
  return {
    name: `kill -9 ${name}`,
    async strike() {
      const program = oneOf(parts, name)
      if (name === 'uploads') await busy(parts.redis)
      const before = program.pid()
      if (before === undefined) return undefined
      process.kill(before, 'SIGKILL')
      const back = await within(RECOVERY_MS, () => program.pid() !== before && program.state() === 'ready')
      return back ? `${program.name}: process ${before} became ${program.pid()}` : undefined
    },
  }
}

/** A deploy: every process but the stores is asked to end, one after the other, and is there anew before the next. */
export function redeploy({ programs }: NemesisParts): Fault {
  const deployed = programs.filter(({ name }) => name !== 'postgres' && name !== 'redis')
  return {
    name: 'SIGTERM to each process in turn',
    async strike() {
      for (const program of deployed) {
        const before = program.pid()
        if (before === undefined) return undefined
        process.kill(before, 'SIGTERM')
        const back = await within(RECOVERY_MS, () => program.pid() !== before && program.state() === 'ready')
        if (!back || program.lastEnd() !== IN_ORDER) return undefined
      }
      return `${deployed.length} processes ended in order and came back`
    },
  }
}

/** Longer than its jobs' locks: another takes them over, and it wakes up in the middle of what it was doing. */
function freeze(parts: NemesisParts): Fault {
  const { redis, lockSeconds } = parts
  return {
    name: 'SIGSTOP a worker past its lock',
    async strike() {
      for (let i = 0; i < FREEZES; i++) {
        await busy(redis)
        const program = oneOf(parts, 'uploads')
        const pid = program.pid()
        if (pid === undefined) continue
        const before = await takenOver(redis)
        process.kill(pid, 'SIGSTOP')
        try {
          const stopped = await within(2_000, () => stateOf(pid) === 'T')
          // The lock runs out, and is looked for twice within its length.
          await within(lockSeconds * 2_500, async () => (await takenOver(redis)) > before)
          await wait(lockSeconds * 500)
          const jobs = (await takenOver(redis)) - before
          if (stopped && jobs > 0) return `${program.name}: process ${pid} in state T, ${jobs} of its jobs taken over`
        } finally {
          process.kill(pid, 'SIGCONT')
        }
      }
      return undefined
    },
  }
}

function flush(redis: Redis): Fault {
  return {
    name: 'FLUSHALL',
    async strike() {
      await busy(redis)
      const before = await redis.dbsize()
      const [, after] = (await redis.multi().flushall().dbsize().exec()) ?? []
      return before > 0 && after?.[1] === 0 ? `${before} keys became 0` : undefined
    },
  }
}

/** Until each of the two workers has a job, or it has taken too long. */
const busy = (redis: Redis) => within(BUSY_MS, async () => (await redis.llen(`${QUEUE}:active`)) >= 2)

/** How often jobs were taken from a worker whose lock had run out (BullMQ counts it in each job). */
async function takenOver(redis: Redis): Promise<number> {
  let count = 0
  for (const key of await redis.keys(`${QUEUE}:*.upload.*`))
    if ((await redis.type(key)) === 'hash') count += Number((await redis.hget(key, 'stc')) ?? 0)
  return count
}

function stateOf(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`
  return existsSync(file) ? /\) (\S)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
}

async function within(limitMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    if (await condition()) return true
    await wait(50)
  }
  return false
}
