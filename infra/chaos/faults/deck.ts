import { shuffled } from '@toile/runtime/random'
import { clocks } from './clock.js'
import { cuts } from './cut.js'
import { fullDisks } from './disk-full.js'
import { faultKinds, type Fault, type FaultKind, type FaultParts } from './fault.js'
import { floods } from './flood.js'
import { flushes } from './flush.js'
import { freezes } from './freeze.js'
import { killAll, kills } from './kill.js'
import { memoryKills } from './memory.js'
import { outages } from './outage.js'
import { redeploys } from './redeploy.js'
import { slowLines } from './slow.js'

export function allFaults(parts: FaultParts): Fault[] {
  const struck = [kills, killAll, memoryKills, redeploys, freezes]
  const broken = [flushes, clocks, floods, slowLines, outages, cuts, fullDisks]
  return [...struck, ...broken].flatMap((faultsOf) => faultsOf(parts))
}

/** Returns `times(kind)` faults of each kind, cycling through its variants, in an order set by the seed. */
export function deckOf(faults: readonly Fault[], times: (kind: FaultKind) => number, random: () => number): Fault[] {
  const deck = faultKinds.flatMap((kind) => {
    const variants = faults.filter((fault) => fault.kind === kind)
    if (variants.length === 0) return []
    return Array.from({ length: times(kind) }, (_, i) => variants[i % variants.length]!)
  })
  return shuffled(deck, random)
}
