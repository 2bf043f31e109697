import t from '@toile/testing/tap'
import { faultKinds, type FaultKind } from './faults/fault.js'
import { isSound, report } from './report.js'
import { emptyVerdict, type Verdict } from './checks/verdict.js'

const seen = (...kinds: FaultKind[]) => new Map(kinds.map((kind) => [kind, { seen: 1, wanted: 1 }]))
const disks: Verdict = { ...emptyVerdict('I8', 'a full disk loses nothing', 0), onlyUnder: ['store full'] }

t.test('skips checks that the machine does not allow, and fails those that had nothing to check', (t) => {
  const lines = t.capture(console, 'log')
  const whole = { isWhole: true, isPart: false, isFull: false }
  t.equal(report([{ verdicts: [disks], faults: seen('kill') }], whole), 0)
  const said = lines().flatMap(({ args }) => args.map(String))
  t.ok(said.some((line) => line.startsWith('not checked here: I8')))
  t.match(said.at(-1), 'chaos: 2 passed, 0 failed')

  t.equal(report([{ verdicts: [disks], faults: seen('kill', 'store full') }], whole), 1, 'filled, and nobody looked')
  const bytes = emptyVerdict('I1', 'no byte is lost', 0)
  t.equal(report([{ verdicts: [bytes], faults: seen('kill') }], whole), 1, 'this can be looked at everywhere')
  t.end()
})

t.test('a scene is sound only if every invariant was checked and every fault had an effect', (t) => {
  const bytes = emptyVerdict('I1', 'no byte is lost', 3)
  t.ok(isSound({ verdicts: [bytes, disks], faults: seen('kill') }, false))
  t.notOk(isSound({ verdicts: [{ ...bytes, lost: ['one'] }], faults: seen('kill') }, false))
  t.notOk(isSound({ verdicts: [{ ...bytes, operations: 0 }], faults: seen('kill') }, false), 'nothing was checked')
  t.ok(isSound({ verdicts: [{ ...bytes, operations: 0 }], faults: seen('kill') }, true), 'one kind need not show all')
  const faults = new Map([['kill', { seen: 0, wanted: 1 }] as const])
  t.notOk(isSound({ verdicts: [bytes], faults }, false), 'no effect was seen')
  t.end()
})

t.test('fails a full run with too few proven faults, and names the missing kinds', (t) => {
  const lines = t.capture(console, 'log')
  const full = { isWhole: true, isPart: false, isFull: true }
  const played = (kinds: readonly FaultKind[], times: number) => [
    { verdicts: [], faults: new Map(kinds.map((kind) => [kind, { seen: times, wanted: times }])) },
  ]
  const said = () => lines().flatMap(({ args }) => args.map(String))
  t.equal(report(played(faultKinds.slice(0, 10), 30), full), 0)
  t.notMatch(said(), [/too few/])

  t.equal(report(played(faultKinds, 20), full), 1, 'of each kind enough, 280 in all')
  t.match(said().join('\n'), '280 proven faults of 14 kinds\ntoo few: 300 faults are needed')
  t.equal(report(played(faultKinds.slice(0, 9), 40), full), 1, '360 in all, of nine kinds')
  const missing = 'not one of outage, cut, store full, redis full, postgres full'
  t.match(said().join('\n'), new RegExp(`there were 20 of 9 kinds .*\\n${missing}`))
  const twice = [...played(faultKinds, 11), ...played(faultKinds, 11)]
  t.equal(report(twice, full), 0, 'both systems count together')
  t.equal(report(played(faultKinds, 1), { ...full, isFull: false }), 0, 'the short form need not')
  t.end()
})
