import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { statOf } from '@toile/runtime/proc'

// `pids/NAME` holds a process' id and birth (boot and start time), because an id alone may be reused after a kill -9.

export interface Recorded {
  name: string
  pid: number
}

/** Boot and start time tell processes with the same pid apart. Undefined when no such process runs, or for a zombie. */
export function birthOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = statOf(pid)
      const [state, startTicks] = [stat[0], stat[19]]
      if (!startTicks || state === 'Z') return undefined
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTicks}`
    }
    // macOS (untested): the start time to the second.
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

export function recordPid(dataDir: string, name: string, pid: number): void {
  mkdirSync(path.join(dataDir, 'pids'), { recursive: true })
  writeFileSync(path.join(dataDir, 'pids', name), `${pid} ${birthOf(pid)}\n`)
}

export function forgetPid(dataDir: string, name: string): void {
  rmSync(path.join(dataDir, 'pids', name), { force: true })
}

/** Returns the recorded processes that still run, and removes the records of all others. */
export function stillRunning(dataDir: string): Recorded[] {
  const folder = path.join(dataDir, 'pids')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const [pid, ...birth] = readFileSync(path.join(folder, name), 'utf8').trim().split(' ')
    if (pid && birthOf(Number(pid)) === birth.join(' ')) return [{ name, pid: Number(pid) }]
    forgetPid(dataDir, name)
    return []
  })
}

/**
 * Ends the processes that an earlier launcher left behind, and returns them. Stores end last, so that no data is lost.
 * A process that still runs after `graceMs` is killed.
 */
export async function endLeftovers(dataDir: string, graceMs = 5_000): Promise<Recorded[]> {
  const stores = ['redis', 'postgres']
  const leftovers = stillRunning(dataDir)
  const others = leftovers.filter(({ name }) => !stores.includes(name))
  await Promise.all(others.map(({ pid }) => endProcess(pid, 'SIGTERM', graceMs)))
  for (const { name, pid } of leftovers.filter(({ name }) => stores.includes(name)))
    // SIGINT is Postgres' fast shutdown, which drops connections. SIGTERM would wait for the clients.
    await endProcess(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM', graceMs)
  for (const { name } of leftovers) forgetPid(dataDir, name)
  return leftovers
}

export async function endProcess(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const birth = birthOf(pid)
  if (!birth) return
  send(pid, signal)
  const killAt = Date.now() + graceMs
  for (let killed = false; birthOf(pid) === birth; await wait(20))
    if (!killed && Date.now() > killAt) killed = send(pid, 'SIGKILL')
}

/** Kills the rest of the process group that `pid` led. */
export function endGroup(pid: number): void {
  send(-pid, 'SIGKILL')
}

function send(pid: number, signal: NodeJS.Signals): true {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended in the meantime, or no process is left in the group.
  }
  return true
}
