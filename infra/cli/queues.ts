import { parseArgs } from 'node:util'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { STALE_AFTER_SECONDS } from '@toile/contracts/queues/queues.constants'
import { presentQueues } from '@toile/db/queues/queue-health'
import { CommandFailed, type Command } from './command.js'
import { readSettings, withDb } from './settings.js'

export const queues: Command = {
  usage: 'queues',
  async run(args) {
    parseArgs({ args, options: {} })
    const measured = await withDb(readSettings([]), presentQueues)
    if (measured.length === 0) throw new CommandFailed('No relay has measured the queues yet: does one run?')
    console.log(table(headings, measured.map(rowOf)))
    const ageSeconds = Math.max(...measured.map(({ measuredAt }) => (Date.now() - Date.parse(measuredAt)) / 1_000))
    if (ageSeconds > STALE_AFTER_SECONDS)
      throw new CommandFailed(
        `These numbers are ${seconds(ageSeconds)} old: no relay measures, or Redis cannot be reached.`,
      )
  },
}

const headings = [
  'queue',
  'waiting',
  'oldest',
  'of',
  'running',
  'failed',
  'in/min',
  'out/min',
  'fail/min',
  'wait p50/p95',
  'run p50/p95',
  'empty in',
  'workers',
  'add',
]

function rowOf(queue: QueueHealth): string[] {
  const { counts, wait, run } = queue
  const spread = (of: { p50: number; p95: number } | null) => (of ? `${seconds(of.p50)}/${seconds(of.p95)}` : '-')
  return [
    queue.paused ? `${queue.name} (paused)` : queue.name,
    String(queue.waiting),
    seconds(queue.oldestWaitingSeconds),
    seconds(queue.targetSeconds),
    `${counts.active}/${queue.slots}`,
    String(counts.failed),
    String(queue.arrivalsPerMinute),
    String(queue.completionsPerMinute),
    String(queue.failuresPerMinute),
    spread(wait),
    spread(run),
    seconds(queue.secondsToEmpty),
    String(queue.workers),
    String(queue.workersToAdd),
  ]
}

/** Formats seconds as "0.4s", "42s", "4m" or "3h", and null as "-". */
function seconds(of: number | null): string {
  if (of === null) return '-'
  if (of < 99.5) return `${of < 9.95 ? Number(of.toFixed(1)) : Math.round(of)}s`
  return of < 5_400 ? `${Math.round(of / 60)}m` : `${Math.round(of / 3_600)}h`
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')
  return [headings, ...rows].map((cells) => line(cells).trimEnd()).join('\n')
}
