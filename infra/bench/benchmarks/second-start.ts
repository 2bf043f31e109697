import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@toile/runtime/config'
import { freePort } from '@toile/runtime/ports'
import { root } from '@toile/runtime/root'
import { withDb } from '../../cli/settings.js'
import { writtenEnvironment } from '../../start/environment.js'
import { compare, type Sample } from '../measure/compare.js'
import { measureBySize } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { processesFrom, processorSeconds } from '../measure/processor.js'
import { proportionalBytes } from '../measure/resident.js'
import type { Plot } from '../report/plot.js'
import type { Measurements } from '../report/results.js'
import { seedUntil } from '../setup/seed-until.js'

const START_SECONDS = 5
const IDLE_MB = 900
const MB = 1_048_576
const growingWorks = [100, 1_000, 10_000, 100_000]
/** Toile is idle when it has used less than this share of one processor during IDLE_OVER_MS. */
const IDLE_SHARE = 0.1
const IDLE_OVER_MS = 5_000

export async function benchSecondStart({ folder }: Pick<Bench, 'folder'>): Promise<Measurements> {
  const env = { DATA_DIR: path.join(folder, 'start'), PORT: String(await freePort()), DEMO: '0' }
  // The first start creates the data folder, which has 100,000 works afterwards.
  const series = await growStart(env)
  const compared = await compare({
    what: 'npm start, on a data folder with 100,000 works',
    unit: 's',
    better: 'less',
    work: { unit: 'start', count: 1 },
    contenders: [
      {
        name: 'Toile',
        kind: 'subject',
        run: () => startOnce(env),
      },
    ],
  })
  const launcher = await start(env)
  let memory
  try {
    await idle(launcher)
    memory = memoryBelow(launcher)
  } finally {
    await stop(launcher)
  }
  const total = [...memory.values()].reduce((sum, mb) => sum + mb, 0)
  const seconds = compared.contenders[0]!.median
  return {
    compared: [compared],
    plots: [{ title: 'npm start, a second time', over: 'works', unit: 's', series }],
    figures: [
      {
        what: 'from `npm start`, a second time, to a Toile that serves',
        value: seconds,
        unit: 's',
        atMost: START_SECONDS,
      },
      { what: 'memory of all processes, idle (PSS)', value: total, unit: 'MB', atMost: IDLE_MB },
    ],
    lines: [{ what: 'of it', measured: [...memory].map(([name, mb]) => `${name} ${mb.toFixed(0)} MB`).join(', ') }],
  }
}

async function startOnce(env: Record<string, string>): Promise<Sample> {
  const began = performance.now()
  const launcher = await start(env)
  const value = (performance.now() - began) / 1_000
  const spent = secondsBelow(launcher)
  await stop(launcher)
  return { value, processorSeconds: spent }
}

function growStart(env: { DATA_DIR: string; PORT: string; DEMO: string }): Promise<Plot['series']> {
  const growing = { name: 'Toile', run: async () => (await startOnce(env)).value }
  return measureBySize(growingWorks, [growing], async (works) => {
    const launcher = await start(env)
    try {
      const config = readConfig(['secret'], writtenEnvironment(env.DATA_DIR))
      await withDb(config, (db) => seedUntil({ db, url: `http://127.0.0.1:${env.PORT}`, secret: config.secret }, works))
    } finally {
      await stop(launcher)
    }
  })
}

/** Resolves when Toile reports that it is ready. @throws Error with Toile's output if Toile ends before that */
async function start(env: Record<string, string>): Promise<ChildProcess> {
  const launcher = spawn(process.execPath, [path.join(root, 'infra/start/bootstrap.mjs'), 'start'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  await new Promise<void>((resolve, reject) =>
    createInterface({ input: launcher.stdout })
      .on('line', (line) => {
        said.push(line)
        if (line.startsWith('Toile is ready')) resolve()
      })
      .on('close', () => reject(new Error(`Toile did not start:\n${said.join('\n')}`))),
  )
  return launcher
}

async function stop(launcher: ChildProcess): Promise<void> {
  launcher.kill('SIGTERM')
  await once(launcher, 'exit')
}

const secondsBelow = (launcher: ChildProcess) => processorSeconds(({ pid }) => pid === launcher.pid)

async function idle(launcher: ChildProcess): Promise<void> {
  for (let before = secondsBelow(launcher); ;) {
    await pause(IDLE_OVER_MS)
    const now = secondsBelow(launcher)
    if (now - before < (IDLE_OVER_MS / 1_000) * IDLE_SHARE) return
    before = now
  }
}

/** Proportional set size in MB by program name, including the child processes of Postgres and Redis. */
function memoryBelow(launcher: ChildProcess): Map<string, number> {
  const memory = new Map<string, number>()
  for (const { pid, args } of processesFrom(({ pid }) => pid === launcher.pid)) {
    const name = nameOf(args)
    memory.set(name, (memory.get(name) ?? 0) + (proportionalBytes(pid) ?? 0) / MB)
  }
  return new Map([...memory].sort(([, one], [, other]) => other - one))
}

function nameOf(args: string): string {
  if (args.includes('postgres')) return 'postgres'
  if (args.includes('redis-server')) return 'redis'
  return (
    /(?:workers|services)\/(\w+)\//.exec(args)?.[1] ?? (args.includes('bootstrap.mjs') ? 'launcher' : args.slice(0, 40))
  )
}
