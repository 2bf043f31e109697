import t from 'tap'
import type { FaultKind } from './faults/fault.js'
import { report } from './report.js'
import { emptyVerdict, type Verdict } from './verdict.js'

const seen = (...kinds: FaultKind[]) => new Map(kinds.map((kind) => [kind, { seen: 1, wanted: 1 }]))
const disks: Verdict = { ...emptyVerdict('I8', 'a full disk loses nothing', 0), onlyUnder: ['store full'] }

t.test('what a machine cannot do is said and not counted; what was to be looked at and was not, fails', (t) => {
  const lines = t.capture(console, 'log')
  const whole = { isWhole: true, isPart: false }
  t.equal(report([{ verdicts: [disks], faults: seen('kill') }], whole), 0)
  const said = lines().flatMap(({ args }) => args.map(String))
  t.ok(said.some((line) => line.startsWith('not looked at here: I8')))
  t.match(said.at(-1), 'chaos: 2 passed, 0 failed')

  t.equal(report([{ verdicts: [disks], faults: seen('kill', 'store full') }], whole), 1, 'filled, and nobody looked')
  const bytes = emptyVerdict('I1', 'no byte is lost', 0)
  t.equal(report([{ verdicts: [bytes], faults: seen('kill') }], whole), 1, 'this can be looked at everywhere')
  t.end()
})
