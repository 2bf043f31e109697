import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { freePort } from '@toile/runtime/ports'
import { addPeople, startSocialProviders } from '@toile/testing/social-providers'
import { startToile } from '../start/toile.js'
import { linesOf } from './lines-of.js'
import type { Part, Result } from './result.js'

const CONFIG = 'web/e2e/playwright.config.ts'
/** So much of an error is said again at the end of the run. */
const ERROR_LETTERS = 1_000

/** Runs web/e2e/*.e2e.ts by Playwright in the real Chromium, against a whole Toile started the way `npm start` does. */
export async function runBrowser({ env, files, signal, folder, say }: Part): Promise<Result> {
  const dataDir = path.join(folder, 'browser')
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const ending = new AbortController()
  const stop = () => ending.abort()
  signal.addEventListener('abort', stop)
  const port = await freePort()
  // Toile's processes take the launcher's environment.
  const providers = await startSocialProviders(`http://localhost:${port}`)
  addPeople(providers)
  // An origin whose pages call this Toile from elsewhere; web/e2e/hosts.e2e.ts serves it.
  const pageUrl = `http://127.0.0.1:${await freePort()}`
  const here = `http://localhost:${port}`
  // Somebody else's measurement, of those pages only; served there, too.
  const measureUrl = `http://127.0.0.1:${await freePort()}`
  const measurement = { id: 'G-TEST', script: `${measureUrl}/measure.js?id=G-TEST` }
  process.env['HOSTS'] = JSON.stringify({ [pageUrl]: { api: here, socket: here, measurement } })
  // Many people of the tests call from this one machine; each may say from where.
  Object.assign(process.env, providers.env, { TRUST_PROXY: '127.0.0.1,::1' })
  const toile = await startToile({
    dataDir,
    port,
    demo: true,
    installTools: false,
    signal: ending.signal,
    say,
  })
  try {
    const { DEMO_CREATOR_PASSWORD, DEMO_ADMIN_PASSWORD } = toile.secrets
    const run = async (project: string, workers: number): Promise<Result> => {
      const report = path.join(folder, `browser-${project}.json`)
      const options = [
        `--config=${CONFIG}`,
        '--reporter=list,json',
        `--project=${project}`,
        `--workers=${workers}`,
        `--output=test-results/e2e-${project}`,
      ]
      const code = await linesOf(
        [playwright(), 'test', ...options, '--pass-with-no-tests', ...files.map(({ run: file }) => file)],
        {
          env: {
            ...env,
            BASE_URL: toile.url,
            PAGE_URL: pageUrl,
            MEASURE_URL: measureUrl,
            // Where the ids of its processes lie: some tests kill one and watch it come back.
            DATA_DIR: dataDir,
            DEMO_CREATOR_PASSWORD,
            DEMO_ADMIN_PASSWORD,
            // Where the mails of this run come to lie; see web/e2e/mailbox.ts.
            MAIL_FOLDER: toile.mailFolder ?? '',
            PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          },
          signal,
          onLine: say,
        },
      )
      return countReport(report, code)
    }
    const results = [await run('together', 2), await run('alone', 1)]
    return {
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
      remarks: results.flatMap(({ remarks }) => remarks ?? []),
    }
  } finally {
    signal.removeEventListener('abort', stop)
    ending.abort()
    await toile.stopped
    await providers.stop()
  }
}

function playwright(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
}

interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}
interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

/** A flaky test and a skipped one count as failed: neither has proven anything. */
function countReport(file: string, code: number): Result {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const failed = stats.unexpected + stats.flaky + stats.skipped
  return { passed: stats.expected, failed: failed || (code === 0 ? 0 : 1), remarks: suites.flatMap(remarksOf) }
}

/** Every test that did not simply pass, with the beginning of its error. */
function remarksOf({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) => {
        const message = results.find(({ error }) => error)?.error?.message ?? ''
        return `${file}: ${title}: ${status}\n${stripVTControlCharacters(message).slice(0, ERROR_LETTERS)}`
      }),
  )
  return [...own, ...suites.flatMap(remarksOf)]
}
