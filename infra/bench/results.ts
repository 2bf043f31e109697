import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { root } from '../start/processes.js'
import type { Line } from './line.js'

/** The document that quotes results; between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->` stands what was measured last. */
const QUOTING = 'docs/scale.md'

/** Lines as a table of Markdown. */
export function tableOf(lines: readonly Line[]): string {
  return [
    '| what | measured |',
    '| --- | --- |',
    ...lines.map(({ what, measured }) => `| ${what} | ${measured} |`),
  ].join('\n')
}

/** Keeps what a part measured in infra/bench/results, and puts it where the documentation quotes it. */
export function keepResult(name: string, lines: readonly Line[]): void {
  const folder = path.join(root, 'infra/bench/results')
  mkdirSync(folder, { recursive: true })
  const cores = availableParallelism()
  const result = { measuredAt: new Date().toISOString(), cores, node: process.version, lines }
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  const file = path.join(root, QUOTING)
  if (!existsSync(file)) return
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const [before, rest = ''] = readFileSync(file, 'utf8').split(begin)
  const after = rest.split(end)[1]
  if (after === undefined) return
  const when = `Measured ${result.measuredAt.slice(0, 10)} on ${cores} cores that others used too, Node ${process.version}:`
  writeFileSync(file, `${before}${begin}\n\n${when}\n\n${tableOf(lines)}\n\n${end}${after}`)
}
