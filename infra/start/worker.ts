import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { dataFolder, readEnvironment } from './environment.js'
import { freePort } from '@toile/runtime/ports'
import { argumentsOf, environmentOf, processes, workerKinds } from './processes.js'

// npm run worker -- KIND [--concurrency N]: variables that are not set here are taken from the last `npm start`.

const usage = `Name a worker: npm run worker -- <kind> [--concurrency N]. Kinds: ${workerKinds.join(', ')}.`

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readArguments(): { kind: string; concurrency: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { concurrency: { type: 'string' } } })
    const [kind] = positionals
    if (kind === undefined || !workerKinds.includes(kind)) return fail(usage)
    if (
      values.concurrency !== undefined &&
      !(/^[1-9]\d*$/.test(values.concurrency) && Number(values.concurrency) <= 256)
    )
      return fail(`--concurrency must be a whole number from 1 to 256, not "${values.concurrency}".`)
    return { kind, concurrency: values.concurrency }
  } catch (error) {
    return fail(`${(error as Error).message}. ${usage}`)
  }
}

const { kind, concurrency } = readArguments()
const worker = processes.find(({ entry }) => entry.startsWith(`workers/${kind}/`)) ?? fail(usage)
const system = readEnvironment(dataFolder())
const has = (name: string) => system[name] || system[`${name}_FILE`]
if (!has('DATABASE_URL') || !has('REDIS_URL'))
  fail('No Postgres and Redis are known: start Toile first (npm start), or set DATABASE_URL and REDIS_URL.')

const env = environmentOf(worker, system, await freePort())
const child = spawn(process.execPath, argumentsOf(worker), {
  env: { ...env, ...(concurrency && { WORKER_CONCURRENCY: concurrency }) },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  // The worker has its own process group, so that Ctrl-C reaches it only through this process.
  detached: true,
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'))
child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))
