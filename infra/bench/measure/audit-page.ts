import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Figure } from './compare.js'
import type { Line } from './line.js'

/** npx downloads Lighthouse, so that only developers who measure install it. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
/** Lowest accepted score per category. The performance score depends on the machine, so its minimum is below 100. */
const minScores: Record<string, number> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Number of runs. The best run counts, because other programs may slow down a single run. */
const RUNS = 3
const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

interface Report {
  categories: Record<string, { title: string; score: number | null }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string; scoreDisplayMode: string }>
}

interface PageToAudit {
  url: string
  /** Remote debugging port of the browser. */
  port: number
  /** True for a page that asks search engines not to index it. Its SEO score leaves this out (`is-crawlable`). */
  isPrivate?: boolean
  folder: string
}

export interface AuditResult {
  figure: Figure
  line: Line
  isGood: boolean
}

export async function auditPage(name: string, place: PageToAudit): Promise<AuditResult> {
  const reports: Report[] = []
  // A failed run is skipped, because a run may fail only because the machine is busy.
  for (let run = 0; run < RUNS; run++)
    await measure(place).then(
      (report) => reports.push(report),
      (error: Error) => console.warn(error.message),
    )
  if (reports.length === 0)
    throw new Error(`Lighthouse failed on ${place.url} in all ${RUNS} runs: see the messages above.`)
  const best = reports.toSorted((one, other) => sum(other) - sum(one))[0]!
  const scores = Object.entries(best.categories)
  console.log(`${name}: ${scores.map(([, { title, score }]) => `${title} ${points(score)}`).join(', ')}`)
  console.log(`  ${times.map((id) => `${best.audits[id]?.title} ${best.audits[id]?.displayValue}`).join(', ')}`)
  for (const audit of Object.values(best.audits))
    if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
      console.log(`  to fix: ${audit.title} ${audit.displayValue ?? ''}`)
  const others = scores.filter(([id]) => id !== 'performance')
  return {
    figure: {
      what: `${name}: performance, the best of ${RUNS} runs`,
      value: points(best.categories['performance']?.score ?? null),
      unit: 'points',
      atLeast: minScores['performance']!,
    },
    line: {
      what: `${name}: the other marks, each to be 100`,
      measured: others.map(([, { title, score }]) => `${title} ${points(score)}`).join(', '),
    },
    isGood: scores.every(([id, { score }]) => points(score) >= (minScores[id] ?? 0)),
  }
}

async function measure({ url, port, folder, isPrivate = false }: PageToAudit): Promise<Report> {
  const file = path.join(folder, 'report.json')
  const args = ['--yes', LIGHTHOUSE, url, '--preset=desktop', `--port=${port}`, '--quiet']
  if (isPrivate) args.push('--skip-audits=is-crawlable')
  // This call is asynchronous, because Playwright, in this process, must respond whenever Lighthouse opens a page.
  await promisify(execFile)('npx', [...args, '--output=json', `--output-path=${file}`])
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

const points = (score: number | null) => Math.round((score ?? 0) * 100)

const sum = ({ categories }: Report) => Object.values(categories).reduce((total, { score }) => total + points(score), 0)
