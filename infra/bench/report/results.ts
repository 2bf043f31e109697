import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import type { Compared, Figure } from '../measure/compare.js'
import type { Line } from '../measure/line.js'
import type { Plot } from './plot.js'

const FOLDER = path.join(root, 'infra/bench/results')

/** What a benchmark measured. What a reader is to see of it comes from here alone. */
export interface Measurements {
  /** Subject against baseline and peers, in turns. */
  compared?: readonly Compared[]
  /** Single figures, with what they are to reach. */
  figures?: readonly Figure[]
  /** What is told in words. */
  lines?: readonly Line[]
  plots?: readonly Plot[]
  /** Of what stands beside Toile in a comparison. */
  versions?: Readonly<Record<string, string>>
}

/** What infra/bench/results keeps of a benchmark. */
export interface Result extends Measurements {
  measuredAt: string
  cores: number
  node: string
}

/** Keeps what a benchmark measured last. */
export function keepResult(name: string, measured: Measurements): void {
  mkdirSync(FOLDER, { recursive: true })
  const result: Result = {
    measuredAt: new Date().toISOString(),
    cores: availableParallelism(),
    node: process.version,
    ...measured,
  }
  writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

/** What a benchmark measured last, or undefined when nobody kept anything of it. */
export function readResult(name: string): Result | undefined {
  const file = path.join(FOLDER, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : undefined
}
