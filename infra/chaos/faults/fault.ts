import { setTimeout as wait } from 'node:timers/promises'
import type { Supervised } from '../../start/supervise.js'
import type { Client } from '../workload/client.js'
import type { System } from '../system/system.js'

export const faultKinds = [
  'kill',
  'kill all',
  'memory',
  'redeploy',
  'freeze',
  'flush',
  'clock',
  'flood',
  'slow',
  'outage',
  'cut',
  'store full',
  'redis full',
  'postgres full',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** A fault counts only when its effect was seen. */
export interface Fault {
  kind: FaultKind
  name: string
  /** The fault strikes busy workers, so uploads must be under way. */
  atWork?: boolean
  /** Resolves when the fault is over: with a description of its effect, or with undefined if no effect was seen. */
  strike(): Promise<string | undefined>
}

export interface FaultParts {
  system: System
  lockSeconds: number
  /** Returns numbers from 0 to 1 that are determined by the seed. */
  random: () => number
  /** Share (0 to 1) of lasting faults that hold for a minute. A minute outlasts locks, timeouts and first retries. */
  longHolds: number
  /** Lasting faults that do not hold for a minute are as short as possible. */
  isBrief: boolean
  caller: Client
}

const RECOVERY_MS = 90_000
const SHORTEST_HOLD_MS = 1_200
const LONGEST_HOLD_MS = 3_000
const LONG_HOLD_MS = 60_000
const LOOK_MS = 50

export function oneOf({ system, random }: FaultParts, name: string): Supervised {
  const copies = system.programs.filter((program) => program.name === name || program.name === `${name}-2`)
  return copies[Math.floor(random() * copies.length)]!
}

export const holdMs = ({ random, longHolds, isBrief }: FaultParts): number => {
  if (random() < longHolds) return LONG_HOLD_MS
  return SHORTEST_HOLD_MS + (isBrief ? 0 : random() * (LONGEST_HOLD_MS - SHORTEST_HOLD_MS))
}

/** Whether these programs restarted and are ready within the time that a restart may take. */
export function cameBack(programs: readonly Supervised[], before: readonly (number | undefined)[]): Promise<boolean> {
  return within(RECOVERY_MS, () =>
    programs.every((program, i) => program.pid() !== before[i] && program.state() === 'ready'),
  )
}

/** Whether the condition becomes true within the limit. An error counts as false. */
export async function within(limitMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + limitMs
  for (;;) {
    if (await (async () => condition())().catch(() => false)) return true
    if (Date.now() > deadline) return false
    await wait(LOOK_MS)
  }
}
