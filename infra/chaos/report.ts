import { faultKinds, type FaultKind } from './faults/fault.js'
import { emptyVerdict, type Verdict } from './checks/verdict.js'

/** Results of one scene: the verdicts, and for each kind of fault how many were proven and wanted. */
export interface Played {
  verdicts: Verdict[]
  faults: Map<FaultKind, { seen: number; wanted: number }>
}

/** Proven faults that a full run needs: `faults` in all, and at least `kinds` kinds with `ofEach` faults or more. */
const least = { faults: 300, kinds: 10, ofEach: 20 }

export interface Run {
  isWhole: boolean
  /** Only one kind of fault was wanted, so an invariant may have had nothing to check. */
  isPart: boolean
  /** No option reduced the faults, so `least` applies. */
  isFull: boolean
}

interface Row {
  verdict: Verdict
  faults: Map<FaultKind, number>
}

/**
 * Counts one check per invariant, one per kind of fault, one for a finished run, and in a full run one for enough
 * faults. A kind of fault that the machine does not allow has no check of its own, so its absence can only fail the
 * check for enough faults. @returns the number of failed checks
 */
export function report(played: readonly Played[], { isWhole, isPart, isFull }: Run): number {
  const rows = new Map<string, Row>()
  const kinds: Played['faults'] = new Map()
  for (const { verdicts, faults } of played) {
    for (const [kind, { seen, wanted }] of faults) {
      const all = kinds.get(kind) ?? { seen: 0, wanted: 0 }
      kinds.set(kind, { seen: all.seen + seen, wanted: all.wanted + wanted })
    }
    for (const one of verdicts) {
      const key = `${one.invariant} ${one.says}`
      const empty: Row = {
        verdict: { ...one, ...emptyVerdict(one.invariant, one.says, 0) },
        faults: new Map(),
      }
      const row = rows.get(key) ?? empty
      rows.set(key, row)
      row.verdict.operations += one.operations
      for (const breach of ['lost', 'doubled', 'stuck'] as const) row.verdict[breach].push(...one[breach])
      for (const [kind, { seen }] of faults) row.faults.set(kind, (row.faults.get(kind) ?? 0) + seen)
    }
  }
  const verdicts = [...rows.values()].map(({ verdict }) => verdict)
  for (const { invariant, lost, doubled, stuck } of verdicts)
    for (const [kind, breaches] of Object.entries({ lost, doubled, stuck }))
      for (const breach of breaches) console.log(`${invariant} ${kind}: ${breach}`)
  for (const [kind, { seen, wanted }] of kinds)
    if (seen < wanted) console.log(`fault "${kind}": effect seen ${seen} of ${wanted} times`)

  console.log(
    '\n| invariant | faults by kind | operations | lost | doubled | stuck |\n| --- | --- | --- | --- | --- | --- |',
  )
  for (const { verdict, faults } of rows.values()) {
    const { invariant, says, operations, lost, doubled, stuck } = verdict
    const struck = [...faults].map(([kind, times]) => `${kind} ${times}`).join(', ')
    console.log(
      `| ${invariant} ${says} | ${struck} | ${operations} | ${lost.length} | ${doubled.length} | ${stuck.length} |`,
    )
  }
  const total = [...kinds.values()].reduce((sum, { seen }) => sum + seen, 0)
  console.log(`${total} proven faults of ${kinds.size} kinds`)
  for (const { invariant, says } of verdicts.filter((one) => !canBeSeen(one, kinds)))
    console.log(`not checked here: ${invariant} ${says}; the first line says why`)
  const checks = [
    isWhole,
    ...(isFull ? [isEnough(kinds, total)] : []),
    ...checksOf({ verdicts, faults: kinds }, isPart),
  ]
  const passed = checks.filter(Boolean).length
  console.log(`\nchaos: ${passed} passed, ${checks.length - passed} failed`)
  return checks.length - passed
}

/** Whether a scene by itself passes all checks of its invariants and faults. If not, its logs are worth keeping. */
export const isSound = (scene: Played, isPart: boolean): boolean => checksOf(scene, isPart).every(Boolean)

function checksOf({ verdicts, faults }: Played, isPart: boolean): boolean[] {
  const isGood = ({ operations, lost, doubled, stuck }: Verdict) =>
    (isPart || operations > 0) && lost.length + doubled.length + stuck.length === 0
  return [
    ...verdicts.filter((one) => canBeSeen(one, faults)).map(isGood),
    ...[...faults.values()].map(({ seen, wanted }) => seen >= wanted),
  ]
}

const canBeSeen = ({ onlyUnder, operations }: Verdict, faults: Played['faults']) =>
  operations > 0 || !onlyUnder || onlyUnder.some((kind) => faults.has(kind))

function isEnough(kinds: Played['faults'], total: number): boolean {
  const often = [...kinds].filter(([, { seen }]) => seen >= least.ofEach).map(([kind]) => kind)
  if (total >= least.faults && often.length >= least.kinds) return true
  console.log(`too few: ${least.faults} faults are needed, and ${least.ofEach} of each of ${least.kinds} kinds;`)
  console.log(`there were ${least.ofEach} of ${often.length} kinds (${often.join(', ')})`)
  const missing = faultKinds.filter((kind) => !kinds.has(kind))
  if (missing.length > 0) console.log(`not one of ${missing.join(', ')}: the first lines say why`)
  return false
}
