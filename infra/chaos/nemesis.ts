import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Supervised } from '../start/supervise.js'

/** A fault counts only when its effect was seen: the text says what. */
export interface Fault {
  name: string
  /** Does it, waits until the system stands again, and says what was seen; undefined when nothing was. */
  strike(): Promise<string | undefined>
}

const RECOVERY_MS = 60_000

export function makeFaults(programs: Supervised[], redisUrl: string, lockSeconds: number): Fault[] {
  const named = (name: string) => programs.find((program) => program.name === name)!
  return [
    ...['api', 'relay', 'realtime', 'uploads', 'redis', 'postgres'].map((name) => kill(named(name))),
    freeze(named('uploads'), lockSeconds * 2.5),
    flush(redisUrl),
  ]
}

function kill(program: Supervised): Fault {
  return {
    name: `kill -9 ${program.name}`,
    async strike() {
      const before = program.pid()
      if (before === undefined) return undefined
      process.kill(before, 'SIGKILL')
      const back = await within(RECOVERY_MS, () => program.pid() !== before && program.state() === 'ready')
      return back ? `process ${before} became ${program.pid()}` : undefined
    },
  }
}

/** Longer than its jobs' locks: others take them over, and it wakes up in the middle of what it was doing. */
function freeze(program: Supervised, seconds: number): Fault {
  return {
    name: `SIGSTOP ${program.name} past its lock`,
    async strike() {
      const pid = program.pid()
      if (pid === undefined) return undefined
      process.kill(pid, 'SIGSTOP')
      const stopped = await within(2_000, () => stateOf(pid) === 'T')
      await wait(seconds * 1_000)
      process.kill(pid, 'SIGCONT')
      return stopped ? `process ${pid} stood still for ${seconds} s` : undefined
    },
  }
}

function flush(redisUrl: string): Fault {
  return {
    name: 'FLUSHALL',
    async strike() {
      const redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
      redis.on('error', () => {})
      const before = await redis.dbsize()
      const [, after] = (await redis.multi().flushall().dbsize().exec()) ?? []
      redis.disconnect()
      return before > 0 && after?.[1] === 0 ? `${before} keys became 0` : undefined
    },
  }
}

const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]

async function within(limitMs: number, condition: () => boolean): Promise<boolean> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    if (condition()) return true
    await wait(50)
  }
  return false
}
