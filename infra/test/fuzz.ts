import { readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { StartupError } from '../start/startup-error.js'
import { root } from '@toile/runtime/root'
import { endLeftBehind, markRun } from './leftovers.js'
import { linesOf } from './lines-of.js'
import { startTestServers } from './servers.js'
import { createTapReader } from './tap-lines.js'

// npm run fuzz [-- --minutes N] [--seed N] [TARGET ...]: runs each fuzz test for N minutes, by default one. `npm test`
// tries a fixed number of inputs instead. A TARGET is a part of the path of a fuzz.test.ts.

const say = (line: string) => void process.stdout.write(`${line}\n`)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } },
})
const seconds = Number(values.minutes) * 60
const files = fuzzFiles().filter((file) => !positionals.length || positionals.some((target) => file.includes(target)))
if (!(seconds > 0) || files.length === 0) {
  say(`Targets: ${fuzzFiles().join(', ')}. --minutes must be above 0.`)
  process.exit(2)
}

markRun()
let failed = 0
try {
  const servers = await startTestServers(
    files.map((file) => file.replace('/dist/', '/src/')),
    ending.signal,
    say,
  )
  await servers.toolsSettled
  for (const file of files) if (!ending.signal.aborted) failed += await run(file, servers.env)
  await servers.stop()
} catch (error) {
  say(error instanceof StartupError ? error.message : String((error as Error).stack))
  failed++
}
await endLeftBehind()
process.exit(failed > 0 || ending.signal.aborted ? 1 : 0)

async function run(file: string, env: Record<string, string>): Promise<number> {
  say(`\n# ${file}`)
  const reader = createTapReader()
  const code = await linesOf(['--enable-source-maps', file], {
    // tap's timeout is a day, because `--minutes` limits the run.
    env: {
      ...env,
      TAP_TIMEOUT: '86400',
      FUZZ_SECONDS: String(seconds),
      ...(values.seed && { FUZZ_SEED: values.seed }),
    },
    signal: ending.signal,
    onLine(line) {
      reader.read(line)
      if (/# (Subtest|fuzz):/.test(line)) say(line)
    },
  })
  const { failed: wrong, lines } = reader.end(code)
  if (wrong > 0) say(lines.join('\n'))
  return wrong
}

function fuzzFiles(): string[] {
  return ['packages', 'services'].flatMap((group) =>
    (readdirSync(path.join(root, group), { recursive: true }) as string[])
      .filter((file) => file.endsWith('fuzz.test.js') && !file.includes('node_modules'))
      .map((file) => path.join(group, file)),
  )
}
