import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { endProcess } from '../start/pids.js'

// All processes of the run inherit this variable. A process that still has it when the run is over was left behind.
const MARK = 'TOILE_TEST_RUN'

export function markRun(): void {
  process.env[MARK] = `${process.pid}-${Date.now()}`
}

/** Waits up to 2 s for this run's processes to end, kills the rest and returns their pids and commands. Linux only. */
export async function endLeftBehind(): Promise<string[]> {
  for (const until = Date.now() + 2_000; Date.now() < until && marked().length;) await wait(50)
  const left = marked()
  await Promise.all(left.map(({ pid }) => endProcess(pid, 'SIGKILL', 0)))
  return left.map(({ pid, command }) => `${pid} ${command}`)
}

function marked(): { pid: number; command: string }[] {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const mine = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`${MARK}=${process.env[MARK]}`)
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 150)
        return mine ? [{ pid: Number(name), command }] : []
      } catch {
        return [] // The process has ended or belongs to another user.
      }
    })
}
