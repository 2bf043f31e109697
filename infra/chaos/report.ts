import type { Verdict } from './verdict.js'

/** Prints the table and `chaos: N passed, N failed`: one check an invariant, one a kind of fault. Returns how many failed. */
export function report(verdicts: Verdict[], faults: { name: string; times: number }[]): number {
  const good = (one: Verdict) => one.operations > 0 && one.lost.length + one.doubled.length + one.stuck.length === 0
  console.log('\n| fault | times its effect was seen |\n| --- | --- |')
  for (const { name, times } of faults) console.log(`| ${name} | ${times} |`)
  console.log('\n| invariant | | operations | lost | doubled | stuck |\n| --- | --- | --- | --- | --- | --- |')
  for (const { invariant, says, operations, lost, doubled, stuck } of verdicts)
    console.log(`| ${invariant} | ${says} | ${operations} | ${lost.length} | ${doubled.length} | ${stuck.length} |`)
  for (const { invariant, lost, doubled, stuck } of verdicts)
    for (const [kind, breaches] of Object.entries({ lost, doubled, stuck }))
      for (const breach of breaches) console.log(`${invariant} ${kind}: ${breach}`)
  const checks = [...verdicts.map(good), ...faults.map(({ times }) => times > 0)]
  const passed = checks.filter(Boolean).length
  console.log(`\nchaos: ${passed} passed, ${checks.length - passed} failed`)
  return checks.length - passed
}
