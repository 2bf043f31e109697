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

/** A fault counts only when its effect was seen: the text says what. */
export interface Fault {
  kind: FaultKind
  name: string
  /** It strikes workers at work: somebody has to upload meanwhile. */
  atWork?: boolean
  /** Does it, waits until the system stands again, and says what was seen; undefined when nothing was. */
  strike(): Promise<string | undefined>
}

export interface FaultParts {
  system: System
  lockSeconds: number
  /** Numbers from 0 to 1 that the seed decides. */
  random: () => number
  /** Which share of what lasts is to last a minute: longer than locks, patience and the first tries again. */
  longHolds: number
  /** Whether all others last as briefly as they may. */
  isBrief: boolean
  /** Somebody who calls while a fault lasts. */
  caller: Client
}

const RECOVERY_MS = 90_000
const SHORTEST_HOLD_MS = 1_200
const LONGEST_HOLD_MS = 3_000
const LONG_HOLD_MS = 60_000
const LOOK_MS = 50

/** One of the copies of a process, left to chance. */
export function oneOf({ system, random }: FaultParts, name: string): Supervised {
  const copies = system.programs.filter((program) => program.name === name || program.name === `${name}-2`)
  return copies[Math.floor(random() * copies.length)]!
}

/** For how long a fault lasts, in milliseconds. */
export const holdMs = ({ random, longHolds, isBrief }: FaultParts): number => {
  if (random() < longHolds) return LONG_HOLD_MS
  return SHORTEST_HOLD_MS + (isBrief ? 0 : random() * (LONGEST_HOLD_MS - SHORTEST_HOLD_MS))
}

/** Whether these have a life other than the one before, and serve, within the time that a restart may take. */
export function cameBack(programs: readonly Supervised[], before: readonly (number | undefined)[]): Promise<boolean> {
  return within(RECOVERY_MS, () =>
    programs.every((program, i) => program.pid() !== before[i] && program.state() === 'ready'),
  )
}

/** Whether a condition comes true within so long; what throws is not true. */
export async function within(limitMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + limitMs
  for (;;) {
    if (await Promise.resolve(condition()).catch(() => false)) return true
    if (Date.now() > deadline) return false
    await wait(LOOK_MS)
  }
}
