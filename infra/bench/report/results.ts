import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import { pageFaultMicroseconds } from '../measure/page-fault.js'
import type { Compared, Figure } from '../measure/compare.js'
import type { Line } from '../measure/line.js'
import type { Plot } from './plot.js'

const FOLDER = path.join(root, 'infra/bench/results')

export interface Measurements {
  compared?: readonly Compared[]
  figures?: readonly Figure[]
  lines?: readonly Line[]
  plots?: readonly Plot[]
  versions?: Readonly<Record<string, string>>
}

export interface Result extends Measurements {
  measuredAt: string
  cores: number
  node: string
  pageFaultMicroseconds?: number
}

export function keepResult(name: string, measured: Measurements): void {
  mkdirSync(FOLDER, { recursive: true })
  const result: Result = {
    measuredAt: new Date().toISOString(),
    cores: availableParallelism(),
    node: process.version,
    pageFaultMicroseconds: pageFaultMicroseconds(),
    ...measured,
  }
  writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

export function readResult(name: string): Result | undefined {
  const file = path.join(FOLDER, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : undefined
}
