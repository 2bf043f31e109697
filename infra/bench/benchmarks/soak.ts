import { setMaxListeners } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDb, poolSizes } from '@toile/db/client'
import { root } from '@toile/runtime/root'
import type { Supervised } from '../../start/supervise.js'
import type { RunningToile } from '../../start/toile.js'
import type { Line } from '../measure/line.js'
import { median } from '../measure/median.js'
import { ownBytesOfTree, residentBytes } from '../measure/resident.js'
import { slopeOf } from '../measure/slope.js'
import { soakLoad } from './soak-load.js'

export const soakOptions = `--import=${path.join(root, 'infra/dist/bench/processes/gc-on-signal.js')}`

const EVERY_MS = 5_000
/** This share of the run is not measured, because programs still load code and fill caches, which is no leak. */
const WARM_UP = 1 / 4
/** Time for a full garbage collection. It is enough for a heap of a hundred megabytes on a busy machine. */
const COLLECTED_MS = 5_000
const MB = 1_048_576
const HOUR_MS = 3_600_000

interface Soaked {
  program: Supervised
  pid: number
  /** `value` is the memory in MB, `at` the hours since the end of the warm-up. */
  samples: { at: number; value: number }[]
  /** MB of JavaScript heap after a full garbage collection, at the end of the warm-up and at the end of the run. */
  live: number[]
}

/**
 * Measures the least-squares slope of each process's memory after the warm-up. Throws when a process has ended, because
 * its replacement starts with little memory and so hides a leak.
 */
export async function benchSoak(
  toile: RunningToile,
  env: Record<string, string>,
  options: { minutes: number; say: (line: string) => void },
): Promise<Line[]> {
  const { minutes, say } = options
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const folder = path.join(path.dirname(env['MAIL_DIR']!), 'soak')
  mkdirSync(folder, { recursive: true })
  const over = new AbortController()
  // Every action adds a listener to this signal, and Node warns of a leak at more than ten listeners.
  setMaxListeners(0, over.signal)
  const all: Soaked[] = toile.programs.map((program) => ({ program, pid: program.pid()!, samples: [], live: [] }))
  try {
    const url = `http://127.0.0.1:${env['PORT']}`
    const load = await soakLoad({ db, url, secret: env['SECRET']!, folder, signal: over.signal })
    await pause(minutes * 60_000 * WARM_UP)
    await keepLive(all)
    const began = Date.now()
    const ends = began + minutes * 60_000 * (1 - WARM_UP)
    for (let due = began; due < ends; due += EVERY_MS) {
      await pause(Math.max(0, due - Date.now()))
      for (const one of all) one.samples.push({ at: (Date.now() - began) / HOUR_MS, value: memoryOf(one) })
      if ((due - began) % 60_000 < EVERY_MS) say(soFar(all))
    }
    await keepLive(all)
    over.abort()
    await load.ended
    const { done, failed } = load.calls()
    const faults = [...failed].map(([words, times]) => `${times} x ${words}`)
    return [
      {
        what: `${minutes} minutes of a quiet day: what people did, and what of it failed`,
        measured: [`${done}`, ...(faults.length ? faults : ['nothing'])].join(', '),
      },
      ...all.map(lineOf),
    ]
  } finally {
    over.abort()
    await db.destroy()
  }
}

function lineOf({ program, samples, live }: Soaked): Line {
  const { per, plusMinus } = slopeOf(samples)
  const tenth = Math.ceil(samples.length / 10)
  const [first, last] = [samples.slice(0, tenth), samples.slice(-tenth)].map(middle)
  const held = live.length ? `; in use ${live.map((mb) => mb.toFixed(1)).join(', at the end ')} MB` : ''
  return {
    what: `memory of ${program.name}`,
    measured: `${first} MB, at the end ${last} MB: ${per.toFixed(1)} ± ${plusMinus.toFixed(1)} MB an hour${held}`,
  }
}

const middle = (samples: Soaked['samples']) => Math.round(median(samples.map(({ value }) => value)))

function soFar(all: readonly Soaked[]): string {
  const each = all.map(({ program, samples }) => `${program.name} ${middle(samples.slice(-12))}`)
  return `${new Date().toISOString().slice(11, 16)} MB: ${each.join(', ')}`
}

/** Memory in MB. Throws when the process has been restarted. */
function memoryOf({ program, pid }: Soaked): number {
  if (program.pid() !== pid) throw new Error(`${program.name} ${program.lastEnd() ?? 'ended'}`)
  return (program.name === 'postgres' ? ownBytesOfTree(pid) : residentBytes(pid)) / MB
}

/** Makes all Node processes collect garbage and adds their used heap to `live`. Node processes have an OPS_PORT. */
async function keepLive(all: readonly Soaked[]): Promise<void> {
  const ours = all.flatMap((one) => {
    const port = /(?:^|\0)OPS_PORT=(\d+)/.exec(readFileSync(`/proc/${one.pid}/environ`, 'latin1'))?.[1]
    return port ? [{ ...one, port }] : []
  })
  for (const { pid } of ours) process.kill(pid, 'SIGUSR2')
  await pause(COLLECTED_MS)
  for (const { port, live } of ours) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    live.push(Number(/^nodejs_heap_size_used_bytes\S* (\S+)/m.exec(metrics)![1]) / MB)
  }
}
