import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { holdMs, oneOf, within, type Fault, type FaultParts } from './fault.js'
import { busy, takenOver } from './jobs.js'

const FREEZES = 4
const STOPPED_MS = 2_000
const targets = ['redis', 'postgres', 'api', 'relay', 'realtime', 'notifications']

export function freezes(parts: FaultParts): Fault[] {
  return [pastItsLock(parts), ...targets.map((name) => freeze(parts, name))]
}

function freeze(parts: FaultParts, name: string): Fault {
  return {
    kind: 'freeze',
    name: `SIGSTOP ${name}`,
    async strike() {
      const program = oneOf(parts, name)
      const pid = program.pid()
      if (pid === undefined) return undefined
      // Postgres' server processes are children of the main process and continue while only that one is stopped.
      const pids = [pid, ...(name === 'postgres' ? childrenOf(pid) : [])]
      pids.forEach((each) => signal(each, 'SIGSTOP'))
      try {
        const stopped = await within(STOPPED_MS, () => stateOf(pid) === 'T')
        await wait(holdMs(parts))
        return stopped ? `${program.name}: process ${pid} in state T` : undefined
      } finally {
        pids.forEach((each) => signal(each, 'SIGCONT'))
      }
    },
  }
}

/** Freezes a worker until its jobs' locks expire. Another takes the jobs, then the frozen one resumes amid them. */
function pastItsLock(parts: FaultParts): Fault {
  const { redis } = parts.system
  return {
    kind: 'freeze',
    name: 'SIGSTOP a worker past its lock',
    atWork: true,
    async strike() {
      for (let i = 0; i < FREEZES; i++) {
        await busy(redis)
        const program = oneOf(parts, 'uploads')
        const pid = program.pid()
        if (pid === undefined) continue
        const before = await takenOver(redis)
        process.kill(pid, 'SIGSTOP')
        try {
          const stopped = await within(STOPPED_MS, () => stateOf(pid) === 'T')
          // Waits until the lock has expired and BullMQ has found this, which it checks twice per lock duration.
          await within(parts.lockSeconds * 2_500, async () => (await takenOver(redis)) > before)
          await wait(parts.lockSeconds * 500)
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

/** Ignores processes that have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const stateOf = (pid: number): string | undefined => statusOf(pid)?.[0]

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statusOf(pid)?.[1] === String(parent))

function statusOf(pid: number): string[] | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  try {
    return /\) (\S) (\d+)/.exec(readFileSync(file, 'utf8'))?.slice(1)
  } catch {
    // The process ended between the two calls.
    return undefined
  }
}
