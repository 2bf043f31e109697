import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium } from '@toile/browser/executable'

// npm run lighthouse [-- URL]: marks a running Toile's home, or another page, with Lighthouse, as on a desktop. Fetches
// Lighthouse itself by npx, so that nobody who does not measure has to install it. Ends with 1 below the mark.

const LIGHTHOUSE = 'lighthouse@12.8.2'
const MARK = 95
/** One run is at the mercy of whatever else the machine does. */
const RUNS = 3

interface Report {
  categories: Record<string, { title: string; score: number | null }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string; scoreDisplayMode: string }>
}

const url = process.argv[2] ?? `http://localhost:${process.env['PORT'] ?? 8080}`
const chromium = findChromium(process.env['CHROMIUM_PATH'])
if (!chromium) {
  console.error('Lighthouse needs Chromium or Chrome: install one, or set CHROMIUM_PATH.')
  process.exit(1)
}
const folder = mkdtempSync(path.join(tmpdir(), 'toile-lighthouse-'))
try {
  const reports = Array.from({ length: RUNS }, (_, i) => measure(path.join(folder, `${i}.json`)))
  const best = reports.toSorted((one, other) => sum(other) - sum(one))[0]!
  console.log(`${url}, the best of ${RUNS} runs:`)
  for (const { title, score } of Object.values(best.categories)) console.log(`  ${title.padEnd(16)} ${points(score)}`)
  for (const id of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ])
    console.log(`  ${best.audits[id]?.title ?? id}: ${best.audits[id]?.displayValue ?? '?'}`)
  for (const audit of Object.values(best.audits))
    if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
      console.log(`  to mend: ${audit.title} ${audit.displayValue ?? ''}`)
  process.exitCode = Object.values(best.categories).every(({ score }) => points(score) >= MARK) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure(file: string): Report {
  const args = ['--yes', LIGHTHOUSE, url, '--preset=desktop', '--output=json', `--output-path=${file}`, '--quiet']
  // Root may not use Chromium's own sandbox; the page measured is our own.
  const flags = '--chrome-flags=--headless=new --no-sandbox'
  const { status } = spawnSync('npx', [...args, flags], {
    stdio: 'inherit',
    env: { ...process.env, CHROME_PATH: chromium! },
  })
  if (status !== 0) throw new Error(`Lighthouse ended with code ${status}: does Toile run at ${url}?`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

function points(score: number | null): number {
  return Math.round((score ?? 0) * 100)
}

function sum({ categories }: Report): number {
  return Object.values(categories).reduce((total, { score }) => total + points(score), 0)
}
