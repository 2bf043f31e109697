import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import { isReached, type Compared, type Figure } from '../measure/compare.js'
import { drawPlot } from './plot.js'
import { readResult, type Measurements, type Result } from './results.js'

/**
 * Documents that quote results. Results of the benchmark NAME are between `<!-- bench:NAME -->` and
 * `<!-- /bench:NAME -->`, the goals between `<!-- bench -->` and `<!-- /bench -->`, and the README's table between
 * `<!-- bench:highlights -->` and `<!-- /bench:highlights -->`.
 */
const quoting = ['README.md', 'docs/scale.md', 'docs/performance.md', 'docs/security.md']
const PLOTS = 'docs/plots'
/** The figures in the README's table. `what` is the beginning of a figure's name, up to the number of its samples. */
const highlights: readonly { benchmark: string; what: string }[] = [
  { benchmark: 'upload', what: 'one file of 500 MB, stored in memory, against @tus/server alone' },
  {
    benchmark: 'queue',
    what: '1,000 jobs, each emitted by itself, 10 at a time, until the last one is handled, against BullMQ alone',
  },
  {
    benchmark: 'queue',
    what: '1,000 jobs, each emitted by itself, 10 at a time, until the last one is handled, against pg-boss',
  },
  { benchmark: 'live', what: '1001 open sockets: p50 of ' },
  { benchmark: 'feed', what: 'home, latest, for visitors' },
  { benchmark: 'feed', what: 'search, English, each page made anew' },
  { benchmark: 'web', what: 'home: largest contentful paint' },
  { benchmark: 'second-start', what: 'from `npm start`, a second time, to a Toile that serves' },
  { benchmark: 'second-start', what: 'memory of all processes, idle (PSS)' },
]

/** Updates all documents and plots. Marks a result if its benchmark's folders in `measured` have changed since. */
export function report(measured: Readonly<Record<string, readonly string[]>>): void {
  const names = Object.keys(measured)
  const older = new Map(names.map((name) => [name, olderThan(measured[name]!, readResult(name))]))
  for (const file of quoting) {
    const whole = path.join(root, file)
    const goals = names.flatMap(goalsOf)
    let text = quoted(readFileSync(whole, 'utf8'), 'bench', () => goalTable(goals, older))
    text = quoted(text, 'bench:highlights', () => goalTable(highlights.map(highlighted), older))
    for (const name of names)
      text = quoted(text, `bench:${name}`, () => {
        const result = readResult(name)
        return result && details(name, result, older.get(name), path.posix.relative(path.posix.dirname(file), PLOTS))
      })
    writeFileSync(whole, text)
  }
}

export function inWords({ compared = [], figures = [], lines = [] }: Measurements): string {
  return [
    ...compared.map(comparisonTable),
    figures.length && table(['what', 'measured', 'to reach'], figures.map(figureRow)),
    lines.length &&
      table(
        ['what', 'measured'],
        lines.map(({ what, measured }) => [what, measured]),
      ),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Returns the day of the last change to `folders`, if it is later than the result. Test files do not count. */
function olderThan(folders: readonly string[], result: Result | undefined): string | undefined {
  if (!result) return undefined
  try {
    const paths = [...folders, ':!*.test.ts', ':!*.test-support.ts']
    const changedAt = execFileSync('git', ['log', '-1', '--format=%cI', '--', ...paths], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
    return changedAt && new Date(changedAt) > new Date(result.measuredAt) ? changedAt.slice(0, 10) : undefined
  } catch {
    return undefined
  }
}

function quoted(text: string, mark: string, content: () => string | undefined): string {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`]
  const [before, rest = ''] = text.split(begin)
  const after = rest.split(end)[1]
  const between = after === undefined ? undefined : content()
  return between === undefined ? text : `${before}${begin}\n\n${between}\n\n${end}${after}`
}

function details(name: string, result: Result, older: string | undefined, plots: string): string {
  const { measuredAt, cores, node, pageFaultMicroseconds: pageFault, versions = {} } = result
  const beside = Object.entries(versions).map(([what, version]) => `, ${what} ${version}`)
  const memory = pageFault ? ` (a page fault takes ${pageFault.toFixed(1)} µs)` : ''
  const when = `Measured ${measuredAt.slice(0, 10)} on ${cores} cores${memory}, Node ${node}${beside.join('')}${older ? `; **older than its code, which changed on ${older}**` : ''}:`
  const pictures = (result.plots ?? []).map((plot, at) => {
    mkdirSync(path.join(root, PLOTS), { recursive: true })
    const file = `${name}${at ? `-${at + 1}` : ''}.svg`
    writeFileSync(path.join(root, PLOTS, file), drawPlot(plot))
    return `![${plot.title}](${plots}/${file})`
  })
  return [when, inWords(result), ...pictures].filter(Boolean).join('\n\n')
}

interface Goal {
  benchmark: string
  figure: Figure
}

function goalsOf(benchmark: string): Goal[] {
  const { compared = [], figures = [] } = readResult(benchmark) ?? {}
  const ratios = compared.flatMap(({ what, ratios }) =>
    ratios.map((ratio) => ({ ...ratio, what: `${what}, ${ratio.what}` })),
  )
  return [...ratios, ...figures]
    .filter((figure) => isReached(figure) !== undefined)
    .map((figure) => ({ benchmark, figure }))
}

function highlighted({ benchmark, what }: (typeof highlights)[number]): Goal {
  const goal = goalsOf(benchmark).find(({ figure }) => figure.what.startsWith(what))
  if (!goal) throw new Error(`The results of ${benchmark} have no figure "${what}": correct \`highlights\`.`)
  return goal
}

function goalTable(goals: readonly Goal[], older: ReadonlyMap<string, string | undefined>): string {
  const rows = goals.map(({ benchmark, figure }) => [
    older.get(benchmark) ? `${benchmark} \\*` : benchmark,
    ...figureRow(figure),
  ])
  const note = goals.some(({ benchmark }) => older.get(benchmark)) ? '\n\n\\* older than its code' : ''
  return table(['benchmark', 'what', 'measured', 'to reach'], rows) + note
}

function comparisonTable({ what, unit, rounds, load, contenders, ratios }: Compared): string {
  const worked = contenders.find(({ processor }) => processor)?.processor
  const head = ['', `${unit}, median`, 'from … to', ...(worked ? [`processor s a ${worked.a}`] : []), 'Toile is']
  let other = 0
  const rows = contenders.map(({ name, kind, median, min, max, processor }) => [
    kind === 'subject' ? `**${name}**` : `${name} (${kind})`,
    short(median),
    `${short(min)} … ${short(max)}`,
    ...(worked ? [processor ? short(processor.seconds) : ''] : []),
    kind === 'subject' ? '' : ratioCell(ratios[other++]!),
  ])
  const title = `${what}; ${rounds} rounds, load ${load.map((one) => one.toFixed(1)).join(' to ')}:`
  return `${title}\n\n${table(head, rows)}`
}

const ratioCell = (figure: Figure) => figureRow(figure).slice(1).filter(Boolean).join('; ')

function figureRow(figure: Figure): string[] {
  const { what, value, unit, atLeast, atMost } = figure
  const goals = [
    atLeast !== undefined && `at least ${short(atLeast)}`,
    atMost !== undefined && `at most ${short(atMost)}`,
  ].filter(Boolean)
  const reached = isReached(figure)
  const mark = reached === undefined ? '' : reached ? ' ✓' : ' ✗'
  return [what, `${short(value)} ${unit}`, goals.join(', ') + mark]
}

/** Rounds to three significant digits, but keeps all digits before the point. The measurements are not more precise. */
function short(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
