import { spawnSync } from 'node:child_process'

export interface Isolation {
  /** Command that takes the network away from what it starts; empty where the host offers none. */
  networkOff: string[]
  /** The same in words, for the log of the worker. */
  network: 'off as root' | 'off by user namespace' | 'reachable'
}

let found: Isolation | undefined

const works = (command: string[]) =>
  spawnSync(command[0] as string, [...command.slice(1), 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0

/** What this host offers to lock media tools in. Tried once for the process (some 10 ms), then remembered. */
export function isolation(): Isolation {
  if (found) return found
  if (process.getuid?.() === 0 && works(['unshare', '-n']))
    found = { networkOff: ['unshare', '-n'], network: 'off as root' }
  else if (works(['unshare', '-rn'])) found = { networkOff: ['unshare', '-rn'], network: 'off by user namespace' }
  else found = { networkOff: [], network: 'reachable' }
  return found
}
