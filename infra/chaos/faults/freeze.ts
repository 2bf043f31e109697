import { setTimeout as wait } from 'node:timers/promises'
import { entriesOf, statOf } from '@toile/runtime/proc'
import { sendSignal } from '@toile/runtime/send-signal'
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
      // Postgres' server processes are children of its main process. They go on if only the main process is stopped.
      const pids = [pid, ...(name === 'postgres' ? childrenOf(pid) : [])]
      pids.forEach((each) => sendSignal(each, 'SIGSTOP'))
      try {
        const stopped = await within(STOPPED_MS, () => statOf(pid)[0] === 'T')
        await wait(holdMs(parts))
        return stopped ? `${program.name}: process ${pid} in state T` : undefined
      } finally {
        pids.forEach((each) => sendSignal(each, 'SIGCONT'))
      }
    },
  }
}

/** Freezes a worker until its jobs' locks expire and another worker takes the jobs. Then the frozen worker resumes. */
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
          const stopped = await within(STOPPED_MS, () => statOf(pid)[0] === 'T')
          // Waits until the lock has expired and BullMQ has noticed. BullMQ checks its locks twice per lock duration.
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

const childrenOf = (parent: number): number[] =>
  entriesOf('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)[1] === String(parent))
