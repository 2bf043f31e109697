import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { startTestServers } from '../test/servers.js'
import { compiledOf, copyTree, mutate } from './copy.js'
import { mutations, type Mutation } from './mutations.js'

// npm run mutate [-- ROW ...]: takes one guard after another out of a copy and runs the test that must notice. Prints
// the table, and ends with 1 where a test stays green. It says whether tests are worth something, so it is for those who
// change tests or guards; `npm test` only checks that the table still fits the code.

/** At a time, each in a copy of its own: on two cores two. */
const JOBS = 2
/** A test that hangs without its guard has noticed, too: tap ends it and says so. */
const TEST_TIMEOUT_S = 100

type Verdict = 'red' | 'GREEN' | 'RED BEFORE' | 'NO TEST RAN'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())

const wanted = process.argv.slice(2)
const chosen = mutations.filter(({ row }) => wanted.length === 0 || wanted.includes(row))
const verdicts = new Map<Mutation, Verdict>()
/** What the tests of a row said with all guards in place, by row and file. */
const before = new Map<string, Promise<boolean[]>>()
const servers = await startTestServers(
  chosen.map(({ test }) => test),
  ending.signal,
  say,
)
const copies: string[] = []
try {
  await servers.toolsSettled
  for (let n = 0; n < JOBS; n++) copies.push(copyTree())
  const waiting = [...chosen]
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = waiting.shift(); next && !ending.signal.aborted; next = waiting.shift()) {
        const verdict = await judge(copy, next)
        verdicts.set(next, verdict)
        say(`${next.row} ${verdict}`)
      }
    }),
  )
} finally {
  await servers.stop()
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
}

say('\n| row | the guard that is gone lets | stood in | test | red? |\n| --- | --- | --- | --- | --- |')
for (const one of chosen)
  say(`| ${one.row} | ${one.lets} | ${one.file} | ${one.test} | ${verdicts.get(one) ?? 'not run'} |`)
const red = chosen.filter((one) => verdicts.get(one) === 'red').length
say(`\n${red} of ${chosen.length} are red`)
process.exit(red === chosen.length && red > 0 ? 0 : 1)

/** Without the guard a test of the row has to fail, and with it none: red for another reason proves nothing. */
async function judge(copy: string, mutation: Mutation): Promise<Verdict> {
  const tests = `${mutation.row} ${mutation.test}`
  if (!before.has(tests)) before.set(tests, run(copy, mutation))
  const whole = await before.get(tests)!
  if (whole.length === 0) return 'NO TEST RAN'
  if (whole.includes(false)) return 'RED BEFORE'
  const putBack = await mutate(copy, mutation)
  const after = await run(copy, mutation)
  putBack()
  if (after.length === 0) return 'NO TEST RAN'
  return after.includes(false) ? 'red' : 'GREEN'
}

/** Runs the tests of the row alone, and says of each whether it passed. */
function run(cwd: string, { row, test }: Mutation): Promise<boolean[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiledOf(test)], {
      cwd,
      env: { ...process.env, ...servers.env, TAP_GREP: `/^${row} /`, TAP_TIMEOUT: String(TEST_TIMEOUT_S) },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const stop = () => child.kill('SIGKILL')
    ending.signal.addEventListener('abort', stop)
    child.once('error', reject)
    child.once('close', () => {
      ending.signal.removeEventListener('abort', stop)
      const tests = [...output.matchAll(/^(not )?ok \d+ - (\w+) (?!.*# SKIP)/gm)].filter(([, , title]) => title === row)
      resolve(tests.map(([, not]) => not === undefined))
    })
  })
}
